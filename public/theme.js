// Runs before the first paint: "as on this device" becomes light or dark.
(function (root) {
  if (root.dataset.theme === 'system') {
    root.dataset.theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  }
})(document.documentElement);
