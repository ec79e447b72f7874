// The bank's page of a 3-D Secure step, in its own frame. It sends the choice to the gateway itself.

const page = new URLSearchParams(location.hash.slice(1)).get('origin');
const buttons = [...document.querySelectorAll('button')];
const problem = document.getElementById('problem');

async function submit(outcome) {
  for (const button of buttons) button.disabled = true;
  problem.textContent = '';
  try {
    const body = new URLSearchParams({ outcome });
    const response = await fetch(location.pathname, { method: 'POST', body, credentials: 'omit' });
    if (!response.ok) throw new Error(String(response.status));
    if (page) window.parent.postMessage({ type: 'challenge-done' }, page);
  } catch {
    problem.textContent = problem.dataset.text;
    for (const button of buttons) button.disabled = false;
  }
}

// The buttons are disabled until this script handles them.
for (const button of buttons) {
  button.addEventListener('click', () => submit(button.value));
  button.disabled = false;
}
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') submit('fail');
});
document.querySelector('h1').focus();
if (page) {
  // The height changes when the styles load and when the frame is shown.
  new ResizeObserver(() => {
    const height = document.documentElement.offsetHeight;
    if (height > 0) window.parent.postMessage({ type: 'challenge-height', height }, page);
  }).observe(document.documentElement);
}
