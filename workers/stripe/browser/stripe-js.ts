import { texts, zhErrors } from '#workers/stripe/pages/text.ts'

/**
 * Replaces https://js.stripe.com/endive/stripe.js in development, as far as the product uses it: a
 * card field and paying with it. Styles are only set through the CSSOM, so that a page's strict
 * style-src does not block them.
 */
export const makeStripeJs = (): string => `'use strict'
;(function () {
var base = new URL('.', document.currentScript.src).href
var texts = ${JSON.stringify(texts)}
var zhErrors = ${JSON.stringify(zhErrors)}
${elementJs}
${walletsJs}
${confirmJs}
window.Stripe = function (key) {
  var locale = 'zh'
  return {
    elements: function (options) {
      locale = options.locale
      var group = {
        _options: options,
        create: function (type, options) { return type === 'expressCheckout' ? new Wallets(group, locale) : new Element(locale, options) },
        submit: async function () { return {} },
      }
      return group
    },
    confirmPayment: function (data) {
      return confirmWallet({ key: key, locale: locale }, data).catch(function (error) {
        return { error: { type: 'api_error', message: String(error && error.message) } }
      })
    },
    // No failure here may reach the page as a rejection: it expects a result.
    confirmCardPayment: function (secret, data) {
      return confirmIntent({ key: key, locale: locale }, secret, data).catch(function (error) {
        return { error: { type: 'api_error', message: String(error && error.message) } }
      })
    },
  }
}
window.Stripe.version = 'endive'
})()
`

/** The card element, which lives in a frame. */
const elementJs = `
var frames = 0

// A light text colour means a dark page.
function themeOf(color) {
  var hex = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(color)
  if (!hex) return ''
  return parseInt(hex[1], 16) + parseInt(hex[2], 16) + parseInt(hex[3], 16) > 382 ? 'night' : 'stripe'
}

function Element(locale, options) {
  this._locale = locale
  this._options = options
  this._handlers = {}
  this._calls = {}
  this._onMessage = this._onMessage.bind(this)
}
Element.prototype.on = function (event, handler) { this._handlers[event] = handler }
Element.prototype.mount = function (container) {
  var frame = document.createElement('iframe')
  frame.name = '__privateStripeFrame' + ++frames
  frame.title = texts[this._locale].frameTitle
  frame.dataset.testid = 'stripe-card-frame'
  Object.assign(frame.style, { border: '0', width: '100%', display: 'block', height: '1px', colorScheme: 'inherit' })
  frame.src = base + 'card?locale=' + this._locale + '&theme=' + themeOf(this._options.style.base.color)
  window.addEventListener('message', this._onMessage)
  this._frame = frame
  container.replaceChildren(frame)
}
Element.prototype.destroy = function () {
  window.removeEventListener('message', this._onMessage)
  this._frame.remove()
  this._ready = false
  for (var call in this._calls) this._calls[call]({ error: { type: 'api_connection_error', message: 'The element was taken away.' } })
}
Element.prototype.focus = function () { this._post('focus', {}) }
Element.prototype.clear = function () { this._post('clear', {}) }
Element.prototype._post = function (type, data) {
  if (this._frame.contentWindow)
    this._frame.contentWindow.postMessage(Object.assign({ stripeStandIn: type }, data), new URL(base).origin)
}
// Asks the frame to call the API with the card in it. Resolves with the API's JSON.
Element.prototype._ask = function (ask) {
  var element = this
  if (!this._ready)
    return Promise.resolve({ error: { type: 'validation_error', code: 'element_not_mounted', message: 'The card element is not mounted.' } })
  return new Promise(function (resolve) {
    var call = String(Math.random()).slice(2)
    element._calls[call] = resolve
    element._post('call', { call: call, ask: ask })
  })
}
Element.prototype._onMessage = function (event) {
  if (event.origin !== new URL(base).origin || event.source !== this._frame.contentWindow || !event.data) return
  var message = event.data
  if (message.stripeStandIn === 'ready') this._ready = true
  if (message.stripeStandIn === 'height') this._frame.style.height = message.height + 'px'
  if (message.stripeStandIn === 'result' && this._calls[message.call]) {
    this._calls[message.call](message.result)
    delete this._calls[message.call]
  }
  var handler = this._handlers[message.stripeStandIn]
  if (handler) handler(message.change)
}
`

/**
 * The wallets' buttons, where this browser has any: a test names them in its local storage. Their
 * sheet is a dialog of the page.
 */
const walletsJs = `
var WALLETS = { apple_pay: 'Apple Pay', google_pay: 'Google Pay' }

function button(text, name, style, press) {
  var made = document.createElement('button')
  made.type = 'button'
  made.textContent = text
  made.dataset.testid = 'wallet-' + name
  Object.assign(made.style, style)
  made.addEventListener('click', press)
  return made
}
function Wallets(group, locale) {
  this._group = group
  this._locale = locale
  this._handlers = {}
}
Wallets.prototype.on = function (event, handler) { this._handlers[event] = handler }
Wallets.prototype.mount = function (container) {
  var wallets = this
  var names = (localStorage.getItem('stripe-stand-in-wallets') || '').split(',').filter(function (name) { return WALLETS[name] })
  var style = { flex: '1', height: '48px', borderRadius: '12px', background: '#000', color: '#fff', fontWeight: '600' }
  this._box = document.createElement('div')
  Object.assign(this._box.style, { display: 'flex', gap: '8px' })
  this._box.append(...names.map(function (name) {
    return button(WALLETS[name], name, style, function () {
      wallets._handlers.click({ resolve: wallets._open.bind(wallets, name), reject: function () {} })
    })
  }))
  container.append(this._box)
  setTimeout(function () {
    wallets._handlers.ready({ availablePaymentMethods: names.length ? { applePay: names.includes('apple_pay'), googlePay: names.includes('google_pay') } : undefined })
  })
}
Wallets.prototype.destroy = function () { this._box.remove() }
Wallets.prototype._open = function (name) {
  var wallets = this
  var t = texts[this._locale]
  var dialog = document.createElement('dialog')
  dialog.dataset.testid = 'wallet-sheet'
  Object.assign(dialog.style, { padding: '24px', margin: 'auto', border: '0', borderRadius: '12px' })
  function choice(text, what, token) {
    return button(text, what, { minHeight: '44px', padding: '8px 16px' }, function () {
      dialog.remove()
      if (!token) return
      wallets._group._token = token
      wallets._handlers.confirm({ expressPaymentType: name, paymentFailed: function () {} })
    })
  }
  dialog.append(WALLETS[name] + ' · £' + (this._group._options.amount / 100).toFixed(2) + ' ')
  dialog.append(choice(t.remotePay, 'pay', 'tok_' + name), choice(t.walletDecline, 'decline', 'tok_' + name + '_declined'), choice(t.remoteRefuse, 'cancel'))
  document.body.append(dialog)
  dialog.showModal()
}
`

/** The part that pays. It resolves with its result or with `{error}`. */
const confirmJs = `
function inLocale(stripe, error) {
  var message = stripe.locale === 'zh' && (zhErrors[error.decline_code] || zhErrors[error.code])
  return { error: message ? Object.assign({}, error, { message: message }) : error }
}
async function readIntent(stripe, path, secret) {
  try {
    var query = new URLSearchParams({ client_secret: secret })
    var response = await fetch(base + path + '?' + query, { headers: { Authorization: 'Bearer ' + stripe.key } })
    return await response.json()
  } catch (error) {
    return { error: { type: 'api_connection_error', message: String(error && error.message) } }
  }
}

// Shows the bank's page in a dialog. Resolves when the buyer has answered, or has closed it, which
// counts as a refusal.
function showChallenge(stripe, url) {
  return new Promise(function (resolve) {
    var title = texts[stripe.locale].challengeTitle
    var dialog = document.createElement('dialog')
    var frame = document.createElement('iframe')
    dialog.setAttribute('aria-label', title)
    dialog.dataset.testid = 'stripe-3ds'
    Object.assign(dialog.style, { padding: '0', margin: 'auto', border: '0', borderRadius: '12px', width: 'min(420px, calc(100vw - 32px))', overflow: 'hidden' })
    frame.name = '__stripe3dsFrame' + ++frames
    frame.title = title
    frame.dataset.testid = 'stripe-3ds-frame'
    Object.assign(frame.style, { border: '0', width: '100%', height: 'min(420px, 80vh)', display: 'block' })
    frame.src = url.href
    function end() {
      window.removeEventListener('message', onMessage)
      dialog.close()
      dialog.remove()
      resolve()
    }
    function onMessage(event) {
      if (event.origin === url.origin && event.source === frame.contentWindow && event.data && event.data.stripeStandIn === 'challenge-done') end()
    }
    window.addEventListener('message', onMessage)
    dialog.addEventListener('cancel', function (event) {
      event.preventDefault()
      fetch(url, { method: 'POST', body: new URLSearchParams({ result: 'fail' }) }).then(end, end)
    })
    dialog.append(frame)
    document.body.append(dialog)
    dialog.showModal()
    frame.focus()
  })
}

// The real one refuses a payment that is not what its elements were made for.
async function confirmWallet(stripe, data) {
  var path = 'v1/payment_intents/' + data.clientSecret.split('_secret_')[0]
  var made = data.elements._options
  var intent = await readIntent(stripe, path, data.clientSecret)
  if (intent.error) return inLocale(stripe, intent.error)
  var types = made.allowedPaymentMethodTypes.filter(function (type) { return made.captureMethod !== 'manual' || type === 'card' })
  if (intent.amount !== made.amount || intent.capture_method !== made.captureMethod || String(intent.payment_method_types) !== String(types))
    return { error: { type: 'invalid_request_error', message: 'The PaymentIntent does not match the options of Elements.' } }
  var fields = new URLSearchParams({ client_secret: data.clientSecret, use_stripe_sdk: 'true', return_url: data.confirmParams.return_url, 'payment_method_data[type]': 'card', 'payment_method_data[card][token]': data.elements._token })
  if (data.confirmParams.setup_future_usage) fields.set('setup_future_usage', data.confirmParams.setup_future_usage)
  try {
    var response = await fetch(base + path + '/confirm', { method: 'POST', headers: { Authorization: 'Bearer ' + stripe.key }, body: fields })
    intent = await response.json()
  } catch (error) {
    return { error: { type: 'api_connection_error', message: String(error && error.message) } }
  }
  return intent.error ? inLocale(stripe, intent.error) : { paymentIntent: intent }
}

async function confirmIntent(stripe, secret, data) {
  if (!/^pi_\\w+_secret_\\w+$/.test(secret))
    return { error: { type: 'invalid_request_error', code: 'parameter_invalid_string', message: 'The client secret is not one of an intent.' } }
  var path = 'v1/payment_intents/' + secret.split('_secret_')[0]
  var fields = { client_secret: secret, use_stripe_sdk: 'true', 'payment_method_data[type]': 'card' }
  if (data.setup_future_usage) fields.setup_future_usage = data.setup_future_usage
  var intent = await data.payment_method.card._ask({ path: path + '/confirm', fields: fields, key: stripe.key })
  if (intent.status === 'requires_action') {
    var url = new URL(base + '3ds/' + intent.next_action.use_stripe_sdk.source)
    url.searchParams.set('locale', stripe.locale)
    await showChallenge(stripe, url)
    intent = await readIntent(stripe, path, secret)
  }
  if (intent.error) return inLocale(stripe, intent.error)
  if (intent.status !== 'requires_payment_method' || !intent.last_payment_error) return { paymentIntent: intent }
  return inLocale(stripe, Object.assign({}, intent.last_payment_error, { payment_intent: intent }))
}
`
