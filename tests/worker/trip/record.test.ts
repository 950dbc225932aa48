import { expect, test } from 'vitest'
import { confirmBalance, prepareBalance } from '#app/group/service/groups.server.ts'
import { HOLD_MS, minutes } from '#app/kernel/limits.ts'
import { tripKind } from '#app/trip/service/trip-kind.server.ts'
import { leadsTo, textOf } from '#tests/worker/accounts/visitor.ts'
import { newAdmin } from '#tests/worker/admin/kit.ts'
import { api } from '#tests/worker/world/api.ts'
import { browserOf, newStudent } from '#tests/worker/world/people.ts'
import { advance, must, pay, services } from '#tests/worker/world/services.ts'
import {
  holdPlace,
  join,
  openTrip,
  stateOf,
  untilCutoff,
  untilEnd,
} from '#tests/worker/world/trips.ts'

type Viewer = { id: `usr_${string}` }
const open = async (participantId: string, viewer: Viewer) =>
  (await browserOf(viewer)).get(`/trip/record/${participantId}`)
const look = async (participantId: string, viewer: Viewer) => {
  const shown = await open(participantId, viewer)
  expect(shown.status).toBe(200)
  return textOf(shown)
}
/** Another student's place on a new trip. */
async function newPlace(change: Parameters<typeof openTrip>[0] = {}) {
  const viewer = await newStudent()
  const { id } = await openTrip(change)
  return join(id, { people: 2 }, viewer)
}

test('a place that is held says until when, and leads to its payment', async () => {
  const [viewer, { id }] = [await newStudent(), await openTrip()]
  const { participantId } = await holdPlace(id, {}, viewer)
  expect(await look(participantId, viewer)).toMatch(/前付押金，名额才算占到/)
  const { html } = await open(participantId, viewer)
  expect(html).toContain(`/pay/deposit-${id}`)
  await advance(HOLD_MS + minutes(5))
  expect(await look(participantId, viewer)).toContain('这个名额没有保留下来，没有扣款')
})

test('a place that is paid for has its next step, its ways on and all its details', async () => {
  const { id, viewer, participantId } = await newPlace({ minPassengers: 4 })
  const page = await look(participantId, viewer)
  for (const words of [
    '湖区两日游',
    '差 1 人',
    '押金 £20 已付。到截止时间看人数',
    '发到微信群，叫上同学',
    '约 £60',
    '£20，已付',
    '成团后再付',
    '1 Castle Boulevard',
    'BA038',
    '问客服',
    '退出组团',
  ])
    expect(page).toContain(words)
  const { html } = await open(participantId, viewer)
  for (const to of [`/trip/exit/${participantId}`, `/calendar/trip/${participantId}`])
    expect(html).toContain(to)
  for (const to of ['/trip/companions/', '/trip/board/', `/trip/${id}/texts`])
    expect(html).not.toContain(to)
  // No script is needed, and none is sent with it but that of every page.
  expect(html).not.toContain('__remixContext')
  // The trip's own id names the viewer's place on it as well.
  expect(await look(id, viewer)).toContain('1 Castle Boulevard')
})

test('on a trip that goes ahead the balance comes next, then nothing but the departure', async () => {
  const { id, viewer, participantId } = await newPlace()
  await advance((await untilCutoff(id)) + 1)
  const due = await open(participantId, viewer)
  for (const words of ['前付清余款', '付余款 £60', '待付 £60', '同行的人', '留言板'])
    expect(textOf(due)).toContain(words)
  expect(textOf(due)).not.toContain('退出组团')
  for (const to of ['companions', 'board'])
    expect(due.html).toContain(`/trip/${to}/${participantId}`)
  await pay(must(await prepareBalance(tripKind, services, viewer, id)).clientSecret ?? '')
  must(await confirmBalance(tripKind, services, viewer, id))
  const paid = await look(participantId, viewer)
  expect(paid).toContain('押金和余款都已付清')
  expect(paid).not.toContain('付余款 £60')
  await advance(await untilEnd(id))
  expect(await look(participantId, viewer)).toContain('这次出行已经结束')
})

test('a balance that was not paid in time ends a place, and its record says so', async () => {
  const { id, viewer, participantId } = await newPlace()
  const { tripStartAt, cutoffAt } = await stateOf(id)
  await advance((await untilCutoff(id)) + 1)
  await advance(tripStartAt - cutoffAt)
  expect(await look(participantId, viewer)).toMatch(/名额已释放|没有人付余款/)
})

test('too few people, leaving and a cancelled trip end a place with its money back', async () => {
  const few = await newPlace({ minPassengers: 4 })
  await advance((await untilCutoff(few.id)) + 1)
  const failed = await look(few.participantId, few.viewer)
  expect(failed).toContain('人数不够，没有成团。押金 £20 全额退回原卡')
  expect(failed).toContain('£20 已退回')

  const left = await newPlace()
  const browser = await browserOf(left.viewer)
  const gone = await browser.post(`/trip/exit/${left.participantId}`, {})
  expect(leadsTo(gone)).toBe(`/trip/record/${left.participantId}`)
  const exited = await look(left.participantId, left.viewer)
  expect(exited).toContain('押金 £20 退回原卡')
  expect(exited).toContain('再加入一次')
  // Leaving again does nothing, and says so.
  expect(leadsTo(await browser.get(`/trip/exit/${left.participantId}`))).toBe(
    `/trip/record/${left.participantId}`,
  )

  const cancelled = await newPlace()
  await api('POST', `/admin/trips/${cancelled.id}/cancel`, { as: await newAdmin() })
  expect((await stateOf(cancelled.id)).status).toBe('CANCELLED')
  expect(await look(cancelled.participantId, cancelled.viewer)).toContain('这次出行由我们取消了')
})
