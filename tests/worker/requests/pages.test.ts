import { expect, test } from 'vitest'
import { ADMIN_CONFIRMED_MS } from '#app/kernel/admin.ts'
import { heldBy, leadsTo, textOf } from '#tests/worker/accounts/visitor.ts'
import { hidden, newAdmin, PASSWORD, visitorOf } from '#tests/worker/admin/kit.ts'
import { openCarpool } from '#tests/worker/world/api.ts'
import { paidOrder } from '#tests/worker/world/orders.ts'
import { browserOf, newStudent } from '#tests/worker/world/people.ts'
import { passTime } from '#tests/worker/world/services.ts'
import { newRequest, rowOf } from './kit.ts'

const form = (id: string, change: Record<string, string> = {}) => ({
  id,
  what: 'postage',
  text1: '两箱到上海',
  amount1: '38.50',
  text2: '纸箱',
  amount2: '3,46',
  note: '',
  intent: 'show',
  ...change,
})

test('a bill is typed, shown as the student will see it, then sent about the order', async () => {
  const console_ = visitorOf(await newAdmin(['orders']))
  const { id: orderId, owner } = await paidOrder()
  const path = `/admin/requests/new?about=${orderId}&what=postage`
  const page = await console_.get(path)
  expect(page.html).not.toContain('<script')
  const id = hidden(page.html, 'id')
  const shown = await console_.post(path, form(id))
  expect(textOf(shown)).toContain('£41.96')
  const edited = await console_.post(path, form(id, { intent: 'edit' }))
  expect([heldBy(edited, 'amount1'), heldBy(edited, 'text2')]).toEqual(['38.50', '纸箱'])
  const sent = await console_.post(path, form(id, { intent: 'send' }))
  expect(leadsTo(sent)).toBe(`/admin/requests/${id}`)
  expect(await rowOf(id as never)).toMatchObject({
    ...{ userId: owner.id, subjectId: orderId, amount: 4196, what: 'postage', note: null },
  })
})

test('a bill about a place names its group, and leads the student back to the record', async () => {
  const console_ = visitorOf(await newAdmin(['groups']))
  const owner = await newStudent()
  await openCarpool(await newStudent())
  const { id: groupId, participantId } = await openCarpool(owner)
  const path = `/admin/requests/new?place=${participantId}&what=waiting`
  const id = hidden((await console_.get(path)).html, 'id')
  await console_.post(path, form(id, { what: 'waiting', intent: 'send' }))
  expect(await rowOf(id as never)).toMatchObject({
    ...{ userId: owner.id, subjectId: groupId, participantId },
  })
  const page = await (await browserOf(owner)).get(`/requests/${id}`)
  expect(page.html).toContain(`/carpool/record/${participantId}`)
})

test.each([
  ['no line', { text1: '', amount1: '', text2: '', amount2: '' }, 'text1'],
  ['a line without an amount', { amount2: '' }, 'amount2'],
  ['an amount without a text', { text2: '' }, 'text2'],
  ['no amount', { amount1: 'lots' }, 'amount1'],
  ['too little', { amount1: '0.29', text2: '', amount2: '' }, 'amount1'],
  ['too much', { amount1: '500.01', text2: '', amount2: '' }, 'amount1'],
  ['no kind', { what: '' }, 'what'],
])('%s is refused at its field, and what was typed stays', async (_, change, field) => {
  const console_ = visitorOf(await newAdmin(['members']))
  const { id: user } = await newStudent()
  const path = `/admin/requests/new?user=${user}`
  const id = hidden((await console_.get(path)).html, 'id')
  const refused = await console_.post(path, form(id, { ...change, intent: 'send' }))
  expect(refused.status).toBe(422)
  expect(refused.html).toContain(`id="request-${field}-error"`)
  expect(heldBy(refused, 'text1')).toBe('text1' in change ? change.text1 : '两箱到上海')
})

test('whoever may not see orders asks nobody about them; nobody is asked about nothing', async () => {
  const console_ = visitorOf(await newAdmin(['members']))
  const { id } = await paidOrder()
  expect((await console_.get(`/admin/requests/new?about=${id}`)).status).toBe(403)
  expect((await console_.get('/admin/requests/new?user=usr_none')).status).toBe(404)
})

test('the student reads the bill, pays it with the one sheet, and finds it in My trips', async () => {
  const { owner, id } = await newRequest()
  const browser = await browserOf(owner)
  const page = await browser.get(`/requests/${id}`)
  expect(textOf(page)).toContain('等候 40 分钟')
  expect(page.html).toContain(`/pay/request-${id}`)
  const sheet = await browser.get(`/pay/request-${id}`)
  expect(textOf(sheet)).toContain('付 £19.50')
  expect(textOf(await browser.get('/rides'))).toContain('等候费账单')
  const other = await browserOf(await newStudent())
  expect((await other.get(`/requests/${id}`)).status).toBe(404)
  expect((await other.get(`/pay/request-${id}`)).status).toBe(404)
})

test('paying outside asks for the password and how; withdrawing needs neither', async () => {
  const admin = await newAdmin()
  const console_ = visitorOf(admin)
  const { id } = await newRequest()
  const path = `/admin/requests/${id}`
  const cash = { intent: 'outside', how: 'cash', reference: 'Li' }
  await passTime(ADMIN_CONFIRMED_MS)
  expect((await console_.post(path, { ...cash, how: '' })).status).toBe(422)
  const unproved = await console_.post(path, { ...cash, password: 'wrong' })
  expect([unproved.status < 300, (await rowOf(id)).status]).toEqual([false, 'asked'])
  const done = await console_.post(path, { ...cash, password: PASSWORD })
  expect([leadsTo(done), (await rowOf(id)).status]).toEqual([path, 'outside'])
  const other = await newRequest()
  await console_.post(`/admin/requests/${other.id}`, { intent: 'void' })
  expect((await rowOf(other.id)).status).toBe('void')
  expect(textOf(await console_.get('/admin/requests?view=all'))).toContain('withdrawn')
})
