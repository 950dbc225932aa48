import type { RequestId } from '#app/kernel/id.ts'
import { type RequestStage, stageOf } from '#app/requests/rules/request.ts'
import type { IntentFacts } from './bank.ts'
import { broken } from './broken.ts'
import type { History } from './history.ts'
import { requestsIn, type StoredRequest } from './request-log.ts'

/** Which stages of a request may follow which between two looks. */
const WAYS: Record<RequestStage, RequestStage[]> = {
  open: ['paid', 'refunded', 'void', 'outside'],
  // A lost dispute that is won after all, or a refund that came back.
  paid: ['refunded'],
  refunded: ['paid'],
  void: [],
  outside: [],
}
/** What a promise allows. */
const KEPT: Record<'paid' | 'void' | 'outside', RequestStage[]> = {
  paid: ['paid', 'refunded'],
  void: ['void'],
  outside: ['outside'],
}

/** After every step, whatever is failing. */
export function requestsAlways(h: History): void {
  const all = requestsIn(h)
  const now = new Map(all.map((one) => [one.id, one]))
  for (const one of all) {
    const was = h.requestsSeen.get(one.id)
    const stage = stageOf(one)
    if (was && was !== stage && !WAYS[was].includes(stage))
      broken('requests make only allowed transitions', `${one.id}: ${was} → ${stage}`)
    if (was !== stage) h.meet(`request: ${stage}`)
    h.requestsSeen.set(one.id, stage)
  }
  for (const id of h.requestsSeen.keys()) if (!now.has(id)) broken('no request is deleted', id)
  for (const { id, what } of h.requestPromises) {
    const one = now.get(id)
    if (!one || !KEPT[what].includes(stageOf(one)))
      broken('what was said of a request stays true', `${id}: ${what}, is ${one && stageOf(one)}`)
  }
  const [theft] = h.stolen
  if (theft) broken('nobody reads or pays what is asked of another', theft)
  const aboutOrders = all.filter(({ subjectId, participantId, payment }) =>
    Boolean(subjectId && !participantId && payment === 'awaiting'),
  )
  const twice = aboutOrders.find(({ id, subjectId }) =>
    aboutOrders.some((other) => other.id !== id && other.subjectId === subjectId),
  )
  if (twice) broken('one open request about an order', `${twice.id} about ${twice.subjectId}`)
}

const isOpenIntent = ({ intent }: IntentFacts) =>
  intent.status !== 'canceled' && intent.status !== 'succeeded'

/** When every event has arrived. */
export function requestsAtRest(h: History): void {
  const intents = h.world.bank.intents()
  for (const one of requestsIn(h)) {
    const own = intents.filter(
      ({ intent, captured }) =>
        intent.metadata.requestId === one.id && (h.payable.has(intent.id) || captured > 0),
    )
    moneyIsWhatIsAsked(one, own)
    noticesAreTrue(h, one)
  }
}

/** Stripe keeps what a paid request asks for, less what was given back; otherwise nothing. */
function moneyIsWhatIsAsked(one: StoredRequest, own: IntentFacts[]): void {
  const paid = own.find(({ intent }) => intent.id === one.intentId)
  const owed = one.payment === 'paid' ? one.amount - (paid?.refunded ?? 0) : 0
  const kept = own.reduce((sum, { captured, refunded }) => sum + captured - refunded, 0)
  const list = own.map(
    (i) => `${i.intent.id.slice(-4)} ${i.intent.status} ${i.captured}−${i.refunded}`,
  )
  const is = `${one.id} (${one.status}, ${one.payment}), ${list.join(', ')}`
  if (kept !== owed) broken('kept for a request = what it asks for', `${kept} for ${owed}: ${is}`)
  const back = paid && paid.refunded - paid.lost
  if (one.payment === 'paid' && back !== one.refundedAmount)
    broken('a request knows what of it was refunded', `${one.refundedAmount}, is ${back}: ${is}`)
  for (const { intent } of own.filter(isOpenIntent))
    if (one.payment !== 'awaiting' || one.intentId !== intent.id)
      broken('only an open request has an open payment', `${intent.id}: ${is}`)
}

/** Its student was told once of everything that became of it, and of nothing else. */
function noticesAreTrue(h: History, { id, status, replacedBy }: StoredRequest): void {
  const count = (code: string) => countOf(h, code, id)
  const isReceived = h.world.d1.all('SELECT 1 FROM receipts WHERE subject_id = ?', [id]).length
  const expected = {
    requestAsked: 1,
    requestPaid: isReceived,
    requestVoided: status === 'void' && !replacedBy ? 1 : 0,
    requestOutside: status === 'outside' ? 1 : 0,
  }
  for (const [code, times] of Object.entries(expected))
    if (count(code) !== times)
      broken('each step of a request is told once', `${id}: ${code} ${count(code)}, not ${times}`)
  if (count('requestDue') > 1) broken('a request is reminded of once', id)
  const log = h.world.d1.all(
    "SELECT count(*) AS n FROM audit_log WHERE subject = ? AND action IN ('requestMade', 'requestChanged')",
    [id],
  )
  if (log[0]?.n !== 1) broken('who asked is on record once', `${id}: ${log[0]?.n}`)
}

const countOf = (h: History, code: string, id: RequestId): number =>
  Number(
    h.world.d1.all(
      "SELECT count(*) AS n FROM notices WHERE code = ? AND params ->> 'requestId' = ?",
      [code, id],
    )[0]?.n,
  )
