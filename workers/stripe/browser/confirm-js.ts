/**
 * The part of Stripe.js that pays. Every function resolves with its result or with `{error}`; none
 * rejects.
 */
export const confirmJs = `
function flatten(value, prefix, into) {
  for (var name in value) {
    var key = prefix ? prefix + '[' + name + ']' : name
    var field = value[name]
    if (field !== null && typeof field === 'object') flatten(field, key, into)
    else if (field !== undefined && field !== null) into[key] = String(field)
  }
  return into
}
function inLocale(stripe, error) {
  if (stripe._locale !== 'zh' || !error) return error
  var message = zhErrors[error.decline_code] || zhErrors[error.code]
  return message ? Object.assign({}, error, { message: message }) : error
}
async function callApi(stripe, method, path, fields) {
  try {
    var query = new URLSearchParams(fields)
    var response = await fetch(base + path + (method === 'GET' ? '?' + query : ''), {
      method: method,
      headers: { Authorization: 'Bearer ' + stripe._key },
      body: method === 'GET' ? undefined : query,
    })
    return await response.json()
  } catch (error) {
    return { error: { type: 'api_connection_error', message: String(error && error.message) } }
  }
}
function pathOf(secret) {
  return 'v1/payment_intents/' + String(secret).split('_secret_')[0]
}
function isElement(value) { return value instanceof Element }
function isSecret(secret) { return typeof secret === 'string' && /^pi_\\w+_secret_\\w+$/.test(secret) }
var badSecret = {
  error: { type: 'invalid_request_error', code: 'parameter_invalid_string', message: 'The client secret is not one of an intent.' },
}

// Sends a call with the card of an element (from inside its frame), a token, or a saved payment
// method.
function send(stripe, path, cardAt, method, fields) {
  if (typeof method === 'string') return callApi(stripe, 'POST', path, Object.assign({ payment_method: method }, fields))
  if (!method) return callApi(stripe, 'POST', path, fields)
  var prefix = cardAt.slice(0, -'[card]'.length)
  var billing = method.billing_details ? flatten(method.billing_details, prefix ? prefix + '[billing_details]' : 'billing_details', {}) : {}
  var all = Object.assign({}, fields, billing)
  all[prefix ? prefix + '[type]' : 'type'] = 'card'
  if (isElement(method.card)) return method.card._ask({ path: path, cardAt: cardAt, fields: all, key: stripe._key })
  if (method.card && method.card.token) all[cardAt + '[token]'] = method.card.token
  return callApi(stripe, 'POST', path, all)
}

// The bank's page in a dialog. Resolves when the buyer has answered, or has closed it, which counts
// as a refusal.
function showChallenge(stripe, url) {
  return new Promise(function (resolve) {
    var t = texts[stripe._locale]
    var dialog = document.createElement('dialog')
    var frame = document.createElement('iframe')
    dialog.setAttribute('aria-label', t.challengeTitle)
    dialog.dataset.testid = 'stripe-3ds'
    dialog.style.padding = '0'
    dialog.style.margin = 'auto'
    dialog.style.border = '0'
    dialog.style.borderRadius = '12px'
    dialog.style.width = 'min(420px, calc(100vw - 32px))'
    dialog.style.overflow = 'hidden'
    frame.name = '__stripe3dsFrame' + ++frames
    frame.title = t.challengeTitle
    frame.dataset.testid = 'stripe-3ds-frame'
    frame.style.border = '0'
    frame.style.width = '100%'
    frame.style.height = 'min(420px, 80vh)'
    frame.style.display = 'block'
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

function outcome(stripe, intent) {
  var error = intent.last_payment_error
  if (intent.status === 'requires_payment_method' && error)
    return { error: inLocale(stripe, Object.assign({}, error, { payment_intent: intent })) }
  return { paymentIntent: intent }
}

// Takes an answer of the API to its end: through the challenge, if there is one, to the intent as
// it is then.
async function finish(stripe, secret, answer, handleActions) {
  if (answer.error) return { error: inLocale(stripe, answer.error) }
  var action = answer.next_action
  if (answer.status !== 'requires_action' || !action || handleActions === false) return outcome(stripe, answer)
  if (action.type === 'redirect_to_url') {
    location.assign(action.redirect_to_url.url)
    return new Promise(function () {})
  }
  var url = new URL(base + '3ds/' + action.use_stripe_sdk.source)
  url.searchParams.set('locale', stripe._locale)
  await showChallenge(stripe, url)
  var after = await callApi(stripe, 'GET', pathOf(secret), { client_secret: secret })
  return after.error ? { error: after.error } : outcome(stripe, after)
}

async function confirmIntent(stripe, secret, data, options) {
  if (!isSecret(secret)) return badSecret
  data = data || {}
  var fields = { client_secret: secret, use_stripe_sdk: 'true' }
  for (var name of ['return_url', 'receipt_email', 'setup_future_usage']) if (data[name]) fields[name] = data[name]
  var answer = await send(stripe, pathOf(secret) + '/confirm', 'payment_method_data[card]', data.payment_method, fields)
  return finish(stripe, secret, answer, options && options.handleActions)
}

async function retrieve(stripe, secret) {
  if (!isSecret(secret)) return badSecret
  var intent = await callApi(stripe, 'GET', pathOf(secret), { client_secret: secret })
  if (intent.error) return { error: inLocale(stripe, intent.error) }
  return { paymentIntent: intent }
}

async function confirmWithElements(stripe, options) {
  var elements = options.elements
  var secret = options.clientSecret || (elements && elements._options.clientSecret)
  var element = elements && (elements.getElement('payment') || elements.getElement('card'))
  var params = options.confirmParams || {}
  var method = params.payment_method || (element ? { card: element, billing_details: (params.payment_method_data || {}).billing_details } : undefined)
  var data = { payment_method: method, receipt_email: params.receipt_email, setup_future_usage: params.setup_future_usage }
  var result = await confirmIntent(stripe, secret, data, {})
  var intent = result.paymentIntent
  if (result.error || options.redirect === 'if_required' || !params.return_url) return result
  var back = new URL(params.return_url, location.href)
  back.searchParams.set('payment_intent', intent.id)
  back.searchParams.set('payment_intent_client_secret', secret)
  back.searchParams.set('redirect_status', 'succeeded')
  location.assign(back.href)
  return new Promise(function () {})
}

async function handleAction(stripe, secret) {
  if (!isSecret(secret)) return badSecret
  var intent = await callApi(stripe, 'GET', pathOf(secret), { client_secret: secret })
  return finish(stripe, secret, intent, true)
}

function made(stripe, name, object) {
  if (object.error) return { error: inLocale(stripe, object.error) }
  var result = {}
  result[name] = object
  return result
}
// Nothing that goes wrong here may reach the page as a rejection: it expects a result.
function safely(work) {
  return Promise.resolve().then(work).catch(function (error) {
    return { error: { type: 'api_error', message: String(error && error.message) } }
  })
}

var confirmation = {
  confirmCardPayment: function (secret, data, options) {
    var stripe = this
    return safely(function () { return confirmIntent(stripe, secret, data, options) })
  },
  confirmPayment: function (options) {
    var stripe = this
    return safely(function () { return confirmWithElements(stripe, options || {}) })
  },
  handleNextAction: function (options) {
    var stripe = this
    return safely(function () { return handleAction(stripe, options && options.clientSecret) })
  },
  handleCardAction: function (secret) {
    var stripe = this
    return safely(function () { return handleAction(stripe, secret) })
  },
  retrievePaymentIntent: function (secret) {
    var stripe = this
    return safely(function () { return retrieve(stripe, secret) })
  },
  createPaymentMethod: function (data) {
    var stripe = this
    return safely(async function () {
      var element = data && (data.elements ? data.elements.getElement('payment') || data.elements.getElement('card') : data.card)
      var billing = data && (data.billing_details || (data.params && data.params.billing_details))
      return made(stripe, 'paymentMethod', await send(stripe, 'v1/payment_methods', 'card', { card: element, billing_details: billing }, {}))
    })
  },
  createToken: function (element) {
    var stripe = this
    return safely(async function () {
      if (!isElement(element)) return { error: { type: 'invalid_request_error', message: 'A token is made from a card element.' } }
      return made(stripe, 'token', await element._ask({ path: 'v1/tokens', cardAt: 'card', fields: {}, key: stripe._key }))
    })
  },
}
`
