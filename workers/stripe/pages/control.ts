import type Stripe from 'stripe'
import { DISPUTE_STEPS } from '#workers/stripe/disputes.ts'
import { FAULT_KINDS } from '#workers/stripe/faults.ts'
import { REFUND_STEPS } from '#workers/stripe/refunds.ts'
import type { Kind, Objects, StoredEvent } from '#workers/stripe/store.ts'
import { PAYMENT_STEPS } from '#workers/stripe/three-d-secure.ts'
import { MOUNT, type World } from '#workers/stripe/world.ts'
import { escapeHtml, htmlPage, money } from './html.ts'

const SHOWN = 50

const newest = <K extends Kind>(world: World, kind: K): Objects[K][] =>
  world.store.list(kind, {}, { limit: SHOWN }).data

/** The control page's data, for scripts. */
export const controlData = (world: World) => ({
  now: new Date(world.clock.now()).toISOString(),
  faults: world.faults.list(),
  intents: newest(world, 'payment_intent'),
  refunds: newest(world, 'refund'),
  disputes: newest(world, 'dispute'),
  payouts: newest(world, 'payout'),
  events: newest(world, 'event'),
  deliveries: world.deliveries.list(SHOWN * 4),
})

/**
 * The control page: holds and payments, events sent to the app, and the faults. Works without
 * scripts.
 */
export function controlPage(world: World): Response {
  const data = controlData(world)
  const faults = data.faults.map((fault) => `<li><code>${escapeHtml(JSON.stringify(fault))}</code>`)
  const options = [...FAULT_KINDS, 'none'].map((kind) => `<option>${kind}`)
  const body = `
<h1>Stripe stand-in</h1>
<p><a href="/__dev/">Development tools</a> · <a href="${MOUNT}/?format=json">this page as JSON</a> · <span class="muted">${data.now}</span></p>
<h2>Faults</h2>
${faults.length ? `<ul>${faults.join('')}</ul>` : '<p class="muted">None is on.</p>'}
<form method="post" action="${MOUNT}/faults" class="actions">
<label>Kind <select name="kind">${options.join('')}</select></label>
<label>How often <input name="count" type="number" min="1" max="1000" value="1"></label><button class="main">Switch on</button></form>
<h2>Payment intents</h2>${table(
    [
      'intent',
      'amount',
      'status',
      'received',
      'refunded',
      'disputes',
      'in the dashboard',
      'metadata',
    ],
    data.intents.map((i) => intentRow(i, data.refunds, data.disputes)),
  )}
<h2>Payouts</h2>${table(['payout', 'amount', 'status', ''], data.payouts.map(payoutRow))}
<form method="post" action="${MOUNT}/payouts" class="actions">
<label>Pence <input name="amount" type="number" min="1"></label><button>Pay out</button></form>
<h2>Events</h2>${table(
    ['event', 'about', 'deliveries', ''],
    data.events.map((event) => eventRow(world, event)),
  )}
<form method="post" action="${MOUNT}/_test/events/replay" class="actions"><button>Send all that was dropped or given up</button></form>`
  return htmlPage('en', 'Stripe stand-in', body)
}

const table = (heads: string[], rows: string[]): string =>
  rows.length
    ? `<div class="scroll" tabindex="0" role="region" aria-label="${heads[0]}"><table><thead><tr>${heads.map((head) => `<th scope="col">${head}`).join('')}<tbody>${rows.join('')}</table></div>`
    : '<p class="muted">None yet.</p>'

/**
 * A payment's actions in Stripe's dashboard, or at the bank behind it. Empty if nothing was
 * captured.
 */
function dashboard({ id, status, amount_received }: Stripe.PaymentIntent): string {
  if (amount_received === 0 && status !== 'processing') return ''
  const intent = `<input type="hidden" name="intent" value="${escapeHtml(id)}">`
  const buttons = (steps: readonly string[]) =>
    steps.map((step) => `<button name="step" value="${step}">${step}</button>`).join(' ')
  if (status === 'processing')
    return `<form method="post" action="${MOUNT}/payments">${intent}${buttons(PAYMENT_STEPS)}</form>`
  return `<form method="post" action="${MOUNT}/refunds">${intent}<label>Pence <input name="amount" type="number" min="1"></label><button>Refund</button></form>
<form method="post" action="${MOUNT}/refunds">${intent}Newest refund: ${buttons(REFUND_STEPS)}</form>
<form method="post" action="${MOUNT}/disputes">${intent}Dispute: ${buttons(DISPUTE_STEPS)}</form>`
}

function intentRow(
  intent: Stripe.PaymentIntent,
  refunds: Stripe.Refund[],
  disputes: Stripe.Dispute[],
): string {
  const refunded = refunds
    .filter((r) => r.payment_intent === intent.id && r.status !== 'failed')
    .reduce((sum, r) => sum + r.amount, 0)
  const disputed = disputes.filter((one) => one.payment_intent === intent.id)
  const cells = [
    `<code>${escapeHtml(intent.id)}</code>`,
    money(intent.amount, intent.currency),
    `${escapeHtml(intent.status)}${intent.cancellation_reason ? ` (${escapeHtml(intent.cancellation_reason)})` : ''}`,
    money(intent.amount_received, intent.currency),
    money(refunded, intent.currency),
    disputed
      .map((one) => `${money(one.amount, one.currency)} ${escapeHtml(one.status)}`)
      .join('<br>'),
    dashboard(intent),
    `<code>${escapeHtml(JSON.stringify(intent.metadata))}</code>`,
  ]
  return `<tr>${cells.map((cell) => `<td>${cell}`).join('')}`
}

function payoutRow({ id, amount, currency, status, automatic }: Stripe.Payout): string {
  const fail = `<form method="post" action="${MOUNT}/payouts"><input type="hidden" name="payout" value="${escapeHtml(id)}"><button name="step" value="fail">fail</button></form>`
  const cells = [`<code>${escapeHtml(id)}</code>`, money(amount, currency), status]
  const how = automatic ? 'automatic' : 'by hand'
  return `<tr>${[...cells, `${how} ${fail}`].map((cell) => `<td>${cell}`).join('')}`
}

function eventRow(world: World, event: StoredEvent): string {
  const about = (event.data.object as { id?: string }).id ?? ''
  const deliveries = world.deliveries.of(event.id).map((d) => {
    const answer = d.last_status ?? d.last_note
    return `${d.state}${d.attempts ? `, tried ${d.attempts}` : ''}${answer === null ? '' : `, last ${escapeHtml(answer)}`}`
  })
  const again = `<form method="post" action="${MOUNT}/_test/events/replay"><button name="id" value="${escapeHtml(event.id)}">Send again</button></form>`
  return `<tr><td>${escapeHtml(event.type)}<br><code>${escapeHtml(event.id)}</code><td><code>${escapeHtml(about)}</code><td>${deliveries.join('<br>')}<td>${again}`
}
