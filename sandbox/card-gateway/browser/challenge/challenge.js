// The bank's page of a 3-D Secure step, in its own frame: what is chosen here goes to the gateway itself.

const page = new URLSearchParams(location.hash.slice(1)).get('origin');
const buttons = [...document.querySelectorAll('button')];
const problem = document.getElementById('problem');

async function choose(outcome) {
  for (const button of buttons) button.disabled = true;
  problem.textContent = '';
  try {
    const body = new URLSearchParams({ outcome });
    const answer = await fetch(location.pathname, { method: 'POST', body, credentials: 'omit' });
    if (!answer.ok) throw new Error(String(answer.status));
    if (page) window.parent.postMessage({ type: 'challenge-done' }, page);
  } catch {
    problem.textContent = problem.dataset.text;
    for (const button of buttons) button.disabled = false;
  }
}

// The buttons come disabled: pressed before this script they would do nothing.
for (const button of buttons) {
  button.addEventListener('click', () => choose(button.value));
  button.disabled = false;
}
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') choose('fail');
});
document.querySelector('h1').focus();
if (page) {
  // Told again at each change: before the frame is shown, and before the styles are there, it has another height or none.
  new ResizeObserver(() => {
    const height = document.documentElement.offsetHeight;
    if (height > 0) window.parent.postMessage({ type: 'challenge-height', height }, page);
  }).observe(document.documentElement);
}
