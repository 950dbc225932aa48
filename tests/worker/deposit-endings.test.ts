import { describe, expect, test } from 'vitest'
import { addDays, londonDay } from '#app/kernel/time.ts'
import { browserOf } from '#tests/worker/world/people.ts'
import { now, stripe } from '#tests/worker/world/services.ts'
import { textOf } from './accounts/visitor.ts'
import { fileOf, newAdmin, visitorOf } from './admin/kit.ts'
import { ENDINGS, type Ended, type Fate } from './deposit-endings.ts'
import { cardIn, noticesAbove } from './paid.ts'

/**
 * However a place has ended, its record, the list, the messages, the console and the exported file
 * say one thing about the deposit, and it is what became of the money at Stripe.
 */

type Lang = 'zh' | 'en'
type Claim = Fate | 'held'
/** What each fate is called on the owner's pages, in the console and in the file. */
const WORDS: Record<Lang, Record<Fate, [own: string, trip: string, console: string]>> = {
  zh: {
    counted: ['£20 已抵车费', '£20，已付', '已扣款 £20'],
    kept: ['£20 不退', '£20 不退', '£20 不退'],
    keptRest: ['£15 不退', '', '£15 不退'],
    partBack: ['£20，其中 £5 已退回', '£20，其中 £5 已退回', '已扣款 £20，其中 £5 已退'],
    back: ['£20 已退回', '£20 已退回', '£20 已退回'],
    notBack: ['£20 没退成功，钱在我们这里', '£20 没退成功，钱在我们这里', '£20 退款失败，还欠学生'],
    moved: ['£20 已转到新的车', '', '£20 转到了新的车'],
    none: ['£20 没有扣款', '', '无冻结'],
  },
  en: {
    counted: ['£20 put towards the fare', '£20, paid', '£20 charged'],
    kept: ['£20 kept', '£20 kept', '£20 kept'],
    keptRest: ['£15 kept', '', '£15 kept'],
    partBack: [
      '£20, £5 of it refunded',
      '£20, £5 of it refunded',
      '£20 charged, £5 of it refunded',
    ],
    back: ['£20 refunded', '£20 refunded', '£20 refunded'],
    notBack: [
      '£20 refund failed; we have the money',
      '£20 refund failed; we have the money',
      '£20 failed to refund, still owed',
    ],
    moved: ['£20 moved to the new car', '', '£20 moved to the new car'],
    none: ['£20 not charged', '', 'Nothing held'],
  },
}
/** What only a deposit with another fate may be said to be. */
const CLAIMS: Record<Lang, Partial<Record<Claim, RegExp>>> = {
  zh: {
    counted: /抵车费|押金和余款都已付清/,
    kept: /不退/,
    back: /押金( £[\d.]+)? ?(已|全额|正在)?退|£20 (已|正在)退回/,
    notBack: /没退成功，钱在我们这里|被银行退了回来，钱没有少/,
    held: /已冻结，没有扣款/,
  },
  en: {
    counted: /towards the fare|Deposit and balance are paid/,
    kept: /deposit (isn’t|wasn’t) refunded|£20 kept/,
    back: /deposit (goes|has gone|comes) back|£20 refunded/,
    notBack: /refund failed; we have the money/,
    held: /held, not charged/,
  },
}
/** A deposit that was given back in part may be told by what went back. */
const MAY_SAY: Partial<Record<Fate, Fate[]>> = { partBack: ['back'], keptRest: ['kept', 'notBack'] }

/** What the owner reads about a place: on its record, and in the lists. */
async function ownerReads({ kind, owner, groupId, participantId }: Ended, lang: Lang) {
  const visitor = await browserOf(owner, lang)
  const record = await visitor.get(`/${kind}/record/${participantId}`)
  const lists = await Promise.all(
    ['joined', 'exited', 'history'].map((list) => visitor.get(`/rides?list=${list}`)),
  )
  return {
    record: textOf(record),
    list: lists.map((page) => cardIn(page, participantId)).join(''),
    card: kind === 'trip' ? cardIn(await visitor.get('/trip?tab=end'), groupId) : '',
    notices: noticesAbove(record),
  }
}

async function consoleReads({ kind, groupId, participantId }: Ended, lang: Lang) {
  const admin = await newAdmin(['groups', 'records'])
  const page = await visitorOf(admin, lang).get(`/admin/${kind}s/${groupId}`)
  const day = londonDay(now())
  const days = `from=${addDays(day, -60)}&to=${addDays(day, 60)}`
  const file = await fileOf(admin, `${kind}s?${days}`, lang)
  const line = (await file.text()).split('\r\n').find((one) => one.includes(participantId))
  return { page: textOf(page), line: line ?? '' }
}

/** Pence of a payment that are ours, as Stripe has it. */
async function oursAt(intentId: string): Promise<number> {
  const intent = await stripe.paymentIntents.retrieve(intentId, { expand: ['latest_charge'] })
  const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null
  const { data: disputes } = await stripe.disputes.list({ payment_intent: intentId })
  const lost = disputes.filter(({ status }) => status === 'lost').map(({ amount }) => amount)
  const gone = (charge?.amount_refunded ?? 0) + lost.reduce((sum, pence) => sum + pence, 0)
  return intent.status === 'succeeded' ? intent.amount_received - gone : 0
}

describe.each(Object.entries(ENDINGS))('%s', (what, [{ fate, ours }, end]) => {
  test('every page says the same of the deposit, and it is so', async () => {
    const ended = await end()
    expect(await oursAt(ended.intentId)).toBe(ours)
    for (const lang of ['zh', 'en'] as const) {
      const [own, onTrip, note] = WORDS[lang][fate]
      const { record, list, card, notices } = await ownerReads(ended, lang)
      // A seat that was never paid for is in no list.
      const isListed = list !== '' || what !== 'never paid for'
      expect(record).toContain(ended.kind === 'trip' ? onTrip : own)
      // A ticket leaves the money to its record, which it must not contradict.
      if (isListed) expect(list).toContain(ended.kind === 'trip' ? '湖区两日游' : '→')
      for (const [other, claim] of Object.entries(CLAIMS[lang])) {
        if (other === fate || MAY_SAY[fate]?.includes(other as Fate)) continue
        for (const text of [record, list, card, notices]) expect(text).not.toMatch(claim)
      }
      const { page, line } = await consoleReads(ended, lang)
      expect(page).toContain(note)
      expect(line).toContain(note)
    }
  })
})
