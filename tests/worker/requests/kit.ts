import { newRequestId } from '#app/console/service/requests.server.ts'
import type { AdminId, RequestId, UserId } from '#app/kernel/id.ts'
import { findRequest } from '#app/requests/rows/requests.server.ts'
import { confirmRequest, payRequestNow } from '#app/requests/service/payments.server.ts'
import { type Asked, askForMoney } from '#app/requests/service/requests.server.ts'
import { newStudent } from '#tests/worker/world/people.ts'
import { intentIdOf, must, pay, services } from '#tests/worker/world/services.ts'

export const ADMIN = 'adm_office' as AdminId

export const asked = (userId: UserId, change: Partial<Asked> = {}): Asked => ({
  id: newRequestId(),
  userId,
  subjectId: null,
  participantId: null,
  what: 'waiting',
  lines: [
    { text: '等候 40 分钟', amount: 1500 },
    { text: '停车费', amount: 450 },
  ],
  note: '航班晚到，司机多等了一会儿',
  ...change,
})

/** A student who is asked for £19.50. */
export async function newRequest(change: Partial<Asked> = {}) {
  const owner = await newStudent()
  const id = must(await askForMoney(services, ADMIN, asked(owner.id, change)))
  return { owner, id }
}
type Request = { owner: { id: UserId }; id: RequestId }

export async function rowOf(id: RequestId) {
  const row = await findRequest(services.db, id)
  if (!row) throw new Error(`no request ${id}`)
  return row
}

export async function begin({ owner, id }: Request) {
  const payable = must(await payRequestNow(services, owner.id, id))
  if (!payable) throw new Error('nothing is to be paid')
  return { ...payable, intentId: intentIdOf(payable.clientSecret) }
}
export const confirm = ({ owner, id }: Request) => confirmRequest(services, owner.id, id)

export async function paidRequest(change: Partial<Asked> = {}) {
  const request = await newRequest(change)
  const { clientSecret, intentId } = await begin(request)
  await pay(clientSecret)
  must(await confirm(request))
  return { ...request, intentId }
}
