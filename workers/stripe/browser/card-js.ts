/**
 * The card form's script. The numbers stay in this frame: it calls the stand-in's API itself and
 * only tells the page around it how complete the form is and how a call ended. Contains no template
 * strings, so that it can be one.
 */
export const cardJs = `'use strict'
;(function () {
  var form = document.querySelector('form')
  var texts = JSON.parse(form.dataset.texts)
  var base = form.dataset.base
  var number = form.elements['cardnumber']
  var expiry = form.elements['exp-date']
  var cvc = form.elements['cvc']
  var fields = [number, expiry, cvc]
  var touched = new Set()

  function say(type, data) {
    window.parent.postMessage(Object.assign({ stripeStandIn: type, frame: window.name }, data), location.origin)
  }
  function digits(input) {
    return input.value.replace(/\\D/g, '')
  }
  function brandOf(n) {
    if (/^4/.test(n)) return 'visa'
    if (/^(5[1-5]|2[2-7])/.test(n)) return 'mastercard'
    if (/^3[47]/.test(n)) return 'amex'
    if (/^(6011|65)/.test(n)) return 'discover'
    if (/^35/.test(n)) return 'jcb'
    if (/^62/.test(n)) return 'unionpay'
    return 'unknown'
  }
  function luhn(n) {
    var sum = 0
    for (var i = 0; i < n.length; i++) {
      var value = Number(n[n.length - 1 - i]) * (i % 2 ? 2 : 1)
      sum += value > 9 ? value - 9 : value
    }
    return sum % 10 === 0
  }
  function lengthOf(n) {
    return brandOf(n) === 'amex' ? 15 : 16
  }
  function parseExpiry() {
    var d = digits(expiry)
    return { month: Number(d.slice(0, 2)), year: 2000 + Number(d.slice(2, 4)), complete: d.length === 4 }
  }
  function problemOf(input) {
    var n = digits(number)
    if (input === number) {
      if (n.length < lengthOf(n)) return 'incomplete_number'
      return luhn(n) ? null : 'incorrect_number'
    }
    if (input === expiry) {
      var e = parseExpiry()
      if (!e.complete) return 'incomplete_expiry'
      if (e.month < 1 || e.month > 12) return 'invalid_expiry_month'
      return Date.UTC(e.year, e.month, 1) <= Date.now() ? 'invalid_expiry_year_past' : null
    }
    return digits(cvc).length < (brandOf(n) === 'amex' ? 4 : 3) ? 'incomplete_cvc' : null
  }
  function errorOf(code) {
    return { type: 'validation_error', code: code, message: texts[code] || code }
  }
  function firstProblem(only) {
    for (var input of fields) {
      var code = problemOf(input)
      if (code && (!only || only(input, code))) return code
    }
    return null
  }
  function grouped(n) {
    var groups = brandOf(n) === 'amex' ? [4, 6, 5] : [4, 4, 4, 4]
    var parts = []
    for (var size of groups) {
      if (n) parts.push(n.slice(0, size))
      n = n.slice(size)
    }
    return parts.join(' ')
  }
  function tidy(input, event) {
    if (input.selectionStart !== input.value.length) return
    var d = digits(input)
    if (input === number) input.value = grouped(d.slice(0, lengthOf(d)))
    else if (input === cvc) input.value = d.slice(0, 4)
    else if (!event || event.inputType !== 'deleteContentBackward') {
      if (/^[2-9]$/.test(d)) d = '0' + d
      // Autofill may enter a four-digit year.
      if (d.length === 6 && d.slice(2, 4) === '20') d = d.slice(0, 2) + d.slice(4)
      input.value = d.length >= 2 ? d.slice(0, 2) + ' / ' + d.slice(2, 4) : d
    }
  }
  var last = ''
  function report() {
    for (var input of fields) {
      var bad = problemOf(input)
      var shown = bad && input.value && (!/^incomplete/.test(bad) || touched.has(input))
      input.setAttribute('aria-invalid', shown ? 'true' : 'false')
    }
    var code = firstProblem(function (field, problem) {
      return field.value && (!/^incomplete/.test(problem) || touched.has(field))
    })
    var change = {
      elementType: 'card',
      empty: fields.every(function (field) { return field.value === '' }),
      complete: firstProblem() === null,
      error: code ? errorOf(code) : undefined,
      brand: brandOf(digits(number)),
    }
    var now = JSON.stringify(change)
    if (now === last) return
    last = now
    say('change', { change: change })
  }

  fields.forEach(function (input, index) {
    input.addEventListener('input', function (event) {
      tidy(input, event)
      report()
      var full = input === number ? digits(input).length === lengthOf(digits(input)) : input === expiry && parseExpiry().complete
      if (full && problemOf(input) === null && document.activeElement === input && fields[index + 1]) fields[index + 1].focus()
    })
    input.addEventListener('blur', function () {
      if (input.value) touched.add(input)
      report()
    })
    input.addEventListener('keydown', function (event) {
      if (event.key === 'Backspace' && input.value === '' && index > 0) fields[index - 1].focus()
    })
  })
  form.addEventListener('submit', function (event) {
    event.preventDefault()
  })

  // A request to this frame: an API path, and the fields to send with the card.
  async function callApi(ask) {
    var code = firstProblem()
    if (code) {
      fields.forEach(function (input) { touched.add(input) })
      report()
      return { error: errorOf(code) }
    }
    var e = parseExpiry()
    var card = { number: digits(number), exp_month: e.month, exp_year: e.year, cvc: digits(cvc) }
    var params = new URLSearchParams(ask.fields)
    for (var name in card) params.append('payment_method_data[card][' + name + ']', card[name])
    try {
      var response = await fetch(base + ask.path, { method: 'POST', headers: { Authorization: 'Bearer ' + ask.key }, body: params })
      return await response.json()
    } catch (error) {
      return { error: { type: 'api_connection_error', message: String(error && error.message) } }
    }
  }
  window.addEventListener('message', function (event) {
    if (event.origin !== location.origin || event.source !== window.parent || !event.data) return
    var message = event.data
    if (message.stripeStandIn === 'call')
      callApi(message.ask).then(function (result) { say('result', { call: message.call, result: result }) })
    if (message.stripeStandIn === 'focus') number.focus()
    if (message.stripeStandIn === 'clear') {
      form.reset()
      touched.clear()
      report()
    }
  })
  new ResizeObserver(function () {
    say('height', { height: Math.ceil(form.getBoundingClientRect().height) })
  }).observe(form)
  say('ready', {})
  // Input from before this script was loaded.
  if (fields.some(function (field) { return field.value })) report()
})()
`
