// Runs before the first paint, so that a chosen theme does not flash the system's one. See src/app/theme.ts.
try {
  const theme = localStorage.getItem('deal-canvas.theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Storage is closed to us: the system's theme stands.
}
