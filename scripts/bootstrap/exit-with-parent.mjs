// Sends SIGTERM to this process when its parent has ended. A killed npm must end the store, too: the next start needs its
// port and its data. The npm scripts use `exec`, so the parent is npm and not a shell, and npm's signals arrive.
const CHECK_INTERVAL_MS = 250;

const parent = process.ppid;
const watch = setInterval(() => {
  if (process.ppid === parent) return;
  clearInterval(watch);
  process.kill(process.pid, 'SIGTERM');
}, CHECK_INTERVAL_MS);
watch.unref();
