/** The part of Stripe.js that draws: `elements()` and the card element, which lives in a frame. */
export const elementsJs = `
var frames = 0

function themeOf(options, appearance) {
  var theme = appearance && appearance.theme
  if (theme === 'night') return 'night'
  if (theme) return 'stripe'
  // Without a theme, a light text colour of the element's own style means a dark page.
  var color = options && options.style && options.style.base && options.style.base.color
  var hex = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(color || '')
  if (!hex) return ''
  return parseInt(hex[1], 16) + parseInt(hex[2], 16) + parseInt(hex[3], 16) > 382 ? 'night' : 'stripe'
}

function Elements(stripe, options) {
  this._stripe = stripe
  this._options = options
  this._locale = options.locale ? localeOf(options.locale) : stripe._locale
  this._elements = {}
}
Elements.prototype.create = function (type, options) {
  if (type !== 'card' && type !== 'payment')
    throw new Error('The stand-in has the elements "card" and "payment", not "' + type + '".')
  if (this._elements[type]) throw new Error('Can only create one Element of type ' + type + ' through elements().')
  return (this._elements[type] = new Element(this, type, options || {}))
}
Elements.prototype.getElement = function (type) { return this._elements[type] || null }
Elements.prototype.fetchUpdates = function () { return Promise.resolve({}) }
Elements.prototype.submit = function () {
  var element = this._elements.payment || this._elements.card
  if (!element) return Promise.resolve({ error: { type: 'validation_error', message: 'No element.' } })
  return Promise.resolve(element._change.complete ? {} : { error: element._change.error || incomplete(this._locale) })
}
Elements.prototype.update = function (options) {
  Object.assign(this._options, options)
  if (options && options.locale) this._locale = localeOf(options.locale)
  for (var type in this._elements) this._elements[type].update({})
}

function incomplete(locale) {
  return { type: 'validation_error', code: 'incomplete_number', message: texts[locale].incomplete_number }
}

function Element(elements, type, options) {
  this._elements = elements
  this._type = type
  this._options = options
  this._listeners = []
  this._calls = {}
  this._change = { elementType: type, empty: true, complete: false, error: undefined, brand: 'unknown' }
  this._onMessage = this._onMessage.bind(this)
}
Element.prototype.on = function (event, handler) {
  this._listeners.push({ event: event, handler: handler })
  return this
}
Element.prototype.once = function (event, handler) {
  var element = this
  return this.on(event, function once(data) {
    element.off(event, once)
    handler(data)
  })
}
Element.prototype.off = function (event, handler) {
  this._listeners = this._listeners.filter(function (l) { return l.event !== event || (handler && l.handler !== handler) })
  return this
}
Element.prototype._emit = function (event, data) {
  this._listeners.slice().forEach(function (l) { if (l.event === event) l.handler(data) })
}
Element.prototype.mount = function (target) {
  var container = typeof target === 'string' ? document.querySelector(target) : target
  if (!container) throw new Error('The selector you specified (' + target + ') applies to no DOM elements that are currently on the page.')
  if (this._destroyed) throw new Error('This Element has already been destroyed. Please create a new one.')
  this.unmount()
  var locale = this._elements._locale
  var frame = document.createElement('iframe')
  frame.name = '__privateStripeFrame' + ++frames
  frame.title = texts[locale].frameTitle
  frame.allow = 'payment *'
  frame.dataset.testid = 'stripe-card-frame'
  frame.style.border = '0'
  frame.style.width = '100%'
  frame.style.display = 'block'
  frame.style.height = '1px'
  frame.style.colorScheme = 'inherit'
  var theme = themeOf(this._options, this._elements._options.appearance)
  frame.src = base + 'card?locale=' + locale + '&theme=' + theme
  window.addEventListener('message', this._onMessage)
  this._frame = frame
  this._container = container
  container.replaceChildren(frame)
  container.classList.add('StripeElement')
  this._paint()
}
Element.prototype.unmount = function () {
  if (!this._frame) return
  window.removeEventListener('message', this._onMessage)
  this._frame.remove()
  this._frame = null
  this._ready = false
  this._change = { elementType: this._type, empty: true, complete: false, error: undefined, brand: 'unknown' }
  for (var call in this._calls) this._calls[call]({ error: { type: 'api_connection_error', message: 'The element was taken away.' } })
  this._calls = {}
}
Element.prototype.destroy = function () {
  this.unmount()
  this._destroyed = true
  delete this._elements._elements[this._type]
}
Element.prototype.update = function (options) {
  Object.assign(this._options, options)
  this._post('update', { disabled: Boolean(this._options.disabled), theme: themeOf(this._options, this._elements._options.appearance) })
}
Element.prototype.focus = function () { this._post('focus', {}) }
Element.prototype.blur = function () { this._post('blur', {}) }
Element.prototype.clear = function () { this._post('clear', {}) }
Element.prototype._post = function (type, data) {
  if (this._frame && this._frame.contentWindow)
    this._frame.contentWindow.postMessage(Object.assign({ stripeStandIn: type }, data), new URL(base).origin)
}
// Asks the frame to call the API with the card in it. Resolves with the API's JSON.
Element.prototype._ask = function (ask) {
  var element = this
  if (!this._frame || !this._ready)
    return Promise.resolve({ error: { type: 'validation_error', code: 'element_not_mounted', message: 'The card element is not mounted.' } })
  return new Promise(function (resolve) {
    var call = String(Math.random()).slice(2)
    element._calls[call] = resolve
    element._post('call', { call: call, ask: ask })
  })
}
Element.prototype._paint = function () {
  var list = this._container.classList
  list.toggle('StripeElement--empty', this._change.empty)
  list.toggle('StripeElement--complete', this._change.complete)
  list.toggle('StripeElement--invalid', Boolean(this._change.error))
}
Element.prototype._onMessage = function (event) {
  if (!this._frame || event.origin !== new URL(base).origin || event.source !== this._frame.contentWindow || !event.data) return
  var message = event.data
  if (message.stripeStandIn === 'ready') {
    this._ready = true
    this.update({})
    this._emit('ready', { elementType: this._type })
  }
  if (message.stripeStandIn === 'height') this._frame.style.height = message.height + 'px'
  if (message.stripeStandIn === 'focus' || message.stripeStandIn === 'blur') {
    this._container.classList.toggle('StripeElement--focus', message.stripeStandIn === 'focus')
    this._emit(message.stripeStandIn, { elementType: this._type })
  }
  if (message.stripeStandIn === 'escape') this._emit('escape', { elementType: this._type })
  if (message.stripeStandIn === 'change') {
    this._change = Object.assign({}, message.change, { elementType: this._type })
    this._paint()
    this._emit('change', this._change)
  }
  if (message.stripeStandIn === 'result' && this._calls[message.call]) {
    this._calls[message.call](message.result)
    delete this._calls[message.call]
  }
}
`
