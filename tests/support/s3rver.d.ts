declare module 's3rver' {
  import type { Server } from 'node:http';

  /** An S3 server for tests; its own types do not come with it (https://github.com/jamhall/s3rver). */
  export default class S3rver {
    constructor(options: {
      address: string;
      port: number;
      directory: string;
      silent: boolean;
      configureBuckets: { name: string }[];
    });
    readonly httpServer: Server;
    run(): Promise<unknown>;
    close(): Promise<void>;
  }
}
