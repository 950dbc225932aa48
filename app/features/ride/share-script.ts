// Hands a driver's link to another app, where the browser can (decision 0034).
if ('share' in navigator)
  for (const part of document.querySelectorAll<HTMLElement>('[data-share]')) {
    part.hidden = false
    // It fails when nobody is chosen.
    const share = () => navigator.share({ url: part.dataset.share }).catch(() => undefined)
    part.addEventListener('click', share)
  }
