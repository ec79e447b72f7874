// Ends this process, as if it had been asked to, when the one that started it is gone: whoever kills npm outright means
// the store as well, and the next start needs its port and its data. The npm scripts say `exec`, so that npm itself and
// not a shell is our parent; npm's own signals then reach us, too.
const EVERY = 250;

const parent = process.ppid;
const watch = setInterval(() => {
  if (process.ppid === parent) return;
  clearInterval(watch);
  process.kill(process.pid, 'SIGTERM');
}, EVERY);
watch.unref();
