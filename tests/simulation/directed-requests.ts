import { minutes } from '#app/kernel/limits.ts'
import type { History } from './history.ts'
import { requestsIn } from './request-log.ts'
import { giveBack } from './steps-dashboard.ts'
import { askOf, beginRequest, ENDINGS, endOf, payRequest } from './steps-request.ts'

const VISA = 'pm_card_visa'
const SOON = minutes(2)

/** Somebody is asked, and pays; no event says so if it is `quiet`. */
async function paidRequest(h: History, quiet: boolean) {
  const who = h.chance.pick(h.people)
  const asked = await askOf(h, who)
  if (!asked) return
  await h.world.during(beginRequest(h, who, asked.id))
  if (quiet) await h.world.during(h.world.bank.fault('drop-events', 9))
  await h.world.during(payRequest(h, who, asked.id, VISA))
  if (!quiet) await h.world.advance(SOON)
  return asked
}

/** All of it goes back in the dashboard. */
async function refundRequest(h: History) {
  const asked = await paidRequest(h, false)
  const of = ({ intent }: { intent: { metadata: object } }) =>
    'requestId' in intent.metadata && intent.metadata.requestId === asked?.id
  const paid = h.world.bank.intents().find((one) => of(one) && one.captured > 0)
  if (paid) await giveBack(h, paid)
  await h.world.advance(SOON)
}

/** It is ended in each way after it was paid, before anything says so. */
async function endPaidRequests(h: History) {
  for (const how of ENDINGS) {
    const asked = await paidRequest(h, true)
    const seen = requestsIn(h).find(({ id }) => id === asked?.id)
    if (seen) await h.world.during(endOf(h, seen, how))
    await h.world.during(h.world.bank.fault('none', 0))
  }
}

export const REQUEST_SCENES = { refundRequest, endPaidRequests }
