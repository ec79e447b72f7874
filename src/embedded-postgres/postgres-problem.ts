/** The embedded PostgreSQL cannot run. The message is for the person who starts the store. */
export class PostgresProblem extends Error {}
