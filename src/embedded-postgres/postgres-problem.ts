/** Why the embedded PostgreSQL cannot run. Its message is for the person who starts the store. */
export class PostgresProblem extends Error {}
