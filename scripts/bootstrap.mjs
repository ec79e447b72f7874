// Entry of every npm script. Runs on the Node of npm: installs missing dependencies, builds stale pages, and starts the
// script on the project's own Node. It has no dependency, and old Node versions can parse it.
const NODE_MIN_VERSION = 20;
const [command, ...rest] = process.argv.slice(2);
const version = process.versions.node;

if (Number.parseInt(version, 10) < NODE_MIN_VERSION) {
  process.stderr.write(
    `Node ${NODE_MIN_VERSION} or newer is needed to start; this is ${version}. See https://nodejs.org\n`,
  );
  process.exit(1);
}

import('./bootstrap/commands.mjs')
  .then((commands) => commands.run(command, rest))
  .then(
    (code) => process.exit(code),
    (error) => {
      process.stderr.write(`${error.isExpected ? error.message : error.stack}\n`);
      process.exit(1);
    },
  );
