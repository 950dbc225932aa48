/** Tells the page around the 3-D Secure frame that the buyer has answered. */
export const challengeDoneJs = `'use strict'
var done = document.getElementById('done')
if (window.parent !== window)
  window.parent.postMessage({ stripeStandIn: 'challenge-done', challenge: done.dataset.challenge }, location.origin)
`
