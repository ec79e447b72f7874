// Every npm script starts here, on whatever Node runs npm: installs what is missing, builds what is stale, and hands
// over to the Node that the project brings along. No dependency, and nothing newer than an old Node can parse.
const OLDEST_NODE = 20;
const [command, ...rest] = process.argv.slice(2);
const version = process.versions.node;

if (Number.parseInt(version, 10) < OLDEST_NODE) {
  process.stderr.write(`Node ${OLDEST_NODE} or newer is needed to start; this is ${version}. See https://nodejs.org\n`);
  process.exit(1);
}

import('./bootstrap/commands.mjs')
  .then((commands) => commands.run(command, rest))
  .then(
    (code) => process.exit(code),
    (error) => {
      process.stderr.write(`${error.forPeople ? error.message : error.stack}\n`);
      process.exit(1);
    },
  );
