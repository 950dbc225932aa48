import { texts, zhErrors } from '#workers/stripe/pages/text.ts'
import { confirmJs } from './confirm-js.ts'
import { elementsJs } from './elements-js.ts'

/**
 * The script that a browser loads instead of https://js.stripe.com/endive/stripe.js. It sets
 * `window.Stripe`, which the published loader uses if present. Styles are only set through the
 * CSSOM, so that a page's strict style-src does not block them.
 */
export const makeStripeJs = (): string => `'use strict'
;(function () {
var script = document.currentScript
var base = script ? new URL('.', script.src).href : location.origin + '/__dev/stripe/'
var texts = ${JSON.stringify(texts)}
var zhErrors = ${JSON.stringify(zhErrors)}
function localeOf(wanted) {
  if (!wanted || wanted === 'auto') wanted = document.documentElement.lang || navigator.language || 'zh'
  return String(wanted).toLowerCase().indexOf('en') === 0 ? 'en' : 'zh'
}
${elementsJs}
${confirmJs}
function Stripe(key, options) {
  if (typeof key !== 'string' || !key) throw new Error('Missing value for Stripe(): apiKey should be a string.')
  if (/^sk_/.test(key)) throw new Error('You should not use your secret key with Stripe.js. Please pass a publishable key instead.')
  if (!(this instanceof Stripe)) return new Stripe(key, options)
  this._key = key
  this._locale = localeOf(options && options.locale)
}
Stripe.version = 'endive'
Stripe.prototype.elements = function (options) { return new Elements(this, options || {}) }
Stripe.prototype._registerWrapper = function () {}
Stripe.prototype.registerAppInfo = function () {}
Object.assign(Stripe.prototype, confirmation)
window.Stripe = Stripe
})()
`
