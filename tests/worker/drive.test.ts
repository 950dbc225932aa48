import { exports } from 'cloudflare:workers'
import { eq, inArray } from 'drizzle-orm'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { openGroup, settleMissed } from '#app/console/service/groups.server.ts'
import type { GroupId } from '#app/kernel/id.ts'
import { hours, minutes } from '#app/kernel/limits.ts'
import { notices, users } from '#db/schema.ts'
import {
  carOf,
  completeCar,
  goTo,
  moneyFor,
  payBalance,
  type Seat,
} from '#tests/worker/world/cars.ts'
import { browserOf, newStudent, type Student } from '#tests/worker/world/people.ts'
import { advance, codeOf, db, must, ORIGIN, services } from '#tests/worker/world/services.ts'
import { leadsTo, type Shown, textOf, Visitor } from './accounts/visitor.ts'
import { auditOf, newAdmin, visitorOf } from './admin/kit.ts'
import { assign } from './assign.ts'

/** A driver's page behind its secret link: pages and forms without scripts, in both languages. */

/** A student with a name of their own. */
async function named(name: string): Promise<Student> {
  const student = await newStudent()
  await db.update(users).set({ name }).where(eq(users.id, student.id))
  return student
}
const phoneOf = async ({ id }: Student) =>
  (await db.select({ phone: users.phone }).from(users).where(eq(users.id, id)))[0]?.phone ?? ''

/** A paid car of two, and its own vehicle. */
async function paidCar(names: [string, string], plate: string) {
  const students = [await named(names[0]), await named(names[1])] as const
  const { carpoolId, seats } = await completeCar([...students])
  for (const seat of seats) await payBalance(seat)
  await assign(carpoolId, plate)
  const { carpoolAt } = await carOf(carpoolId)
  const [ann, bob] = seats as [Seat, Seat]
  return { carpoolId, students, ann, bob, departureAt: carpoolAt }
}
/** The path of the link that the console shows for a group's car, without the base. */
async function linkOf(id: string, lang: 'zh' | 'en' = 'zh'): Promise<string> {
  const console_ = visitorOf(await newAdmin(['groups', 'dispatch']))
  const { html } = await console_.get(`/admin/carpools/${id}/car/ride_one`)
  const link = html.match(new RegExp(`https?://[^<"]*/drive/[^<"]*lang=${lang}`))?.[0] ?? ''
  return link.replace(/^.*?(?=\/drive\/)/, '')
}
/** A driver's phone: no account, nothing kept. */
const driver = (lang: 'zh' | 'en' = 'zh') => new Visitor({ lang })
const record = ({ participantId }: Seat) => `/carpool/record/${participantId}`
const seen = async ({ viewer }: Seat, path: string) =>
  textOf(await (await browserOf(viewer)).get(path))
/** An answer without what differs for every request. */
const bare = ({ status, html }: Shown) => ({ status, text: html.replace(/[\w+/=-]{22,}/g, '') })

describe('when the link works', () => {
  test.each(['zh', 'en'] as const)('24 hours before until 12 hours after, in %s', async (lang) => {
    const car = await paidCar(['林小雨', '陈思远'], `T ${lang}`)
    const [ann, bob] = [await phoneOf(car.students[0]), await phoneOf(car.students[1])]
    const link = await linkOf(car.carpoolId, lang)
    const page = async () => driver(lang).get(link)
    await goTo(car.departureAt - hours(25))
    expect((await page()).status).toBe(410)

    await goTo(car.departureAt - hours(24))
    const early = await page()
    expect(early.status).toBe(200)
    for (const text of [`T ${lang}`, '林小雨', '陈思远', 'T2 Arrivals', 'BA038'])
      expect(early.html).toContain(text)
    for (const phone of [ann, bob]) expect(early.html).not.toContain(phone)
    expect(early.html).not.toMatch(/<script|PHV 1|wang_ming/)
    expect(early.html).toContain(lang === 'zh' ? '我出发了' : 'on my way')

    // The clock goes on while a slow machine loads the page.
    await goTo(car.departureAt - hours(3) - minutes(10))
    expect((await page()).html).not.toContain(ann)
    await goTo(car.departureAt - hours(3))
    const close = (await page()).html
    for (const phone of [ann, bob]) expect(close).toContain(`tel:${phone}`)

    await goTo(car.departureAt + hours(12) - minutes(10))
    expect((await page()).status).toBe(200)
    await goTo(car.departureAt + hours(12))
    expect((await page()).status).toBe(410)
  })

  test('another car makes it stop working, for reading and for reporting', async () => {
    const car = await paidCar(['林小雨', '陈思远'], 'OLD 1')
    const old = await linkOf(car.carpoolId)
    await goTo(car.departureAt - hours(2))
    expect((await driver().get(old)).status).toBe(200)
    await assign(car.carpoolId, 'NEW 2')
    expect((await driver().get(old)).status).toBe(410)
    const before = (await carOf(car.carpoolId)).version
    expect((await driver().post(old, { mark: 'arrived' })).status).toBe(410)
    expect((await carOf(car.carpoolId)).version).toBe(before)
    expect((await driver().get(await linkOf(car.carpoolId))).html).toContain('NEW 2')
  })

  test('whatever is wrong with a link, the answer is the same', async () => {
    const one = await paidCar(['林小雨', '陈思远'], 'ONE 1')
    const two = await paidCar(['赵一诺', '周子涵'], 'TWO 2')
    const [mine, others] = [await linkOf(one.carpoolId), await linkOf(two.carpoolId)]
    await goTo(one.departureAt - hours(2))
    const [token = '', query = ''] = mine.slice('/drive/'.length).split('?')
    const [group, ride, version, mac = ''] = token.split('.')
    const foreign = others.split('?')[0]?.split('.').at(-1)
    const tokens = [
      [group, ride, version, foreign],
      [group, ride, '2', mac],
      [group, 'ride_two', version, mac],
      [two.carpoolId, ride, version, mac],
      [group, ride, version, `${mac.slice(0, -1)}${mac.endsWith('A') ? 'B' : 'A'}`],
      [group, ride, version, ''],
      [group, ride, version, mac, mac],
      ['car_nothing', ride, version, mac],
      ['x'],
      ['%00'],
    ].map((parts) => parts.join('.'))
    await assign(two.carpoolId, 'TWO 3')
    const gone = await driver().get(others)
    expect(gone.status).toBe(410)
    for (const wrong of tokens) {
      const path = `/drive/${wrong}?${query}`
      expect(bare(await driver().get(path)), wrong).toEqual(bare(gone))
      expect((await driver().post(path, { mark: 'done' })).status, wrong).toBe(410)
    }
    expect((await driver().get(mine)).status).toBe(200)
  })
})

describe('what a driver reports', () => {
  let car: Awaited<ReturnType<typeof paidCar>>
  let link: string
  beforeEach(async () => {
    car = await paidCar(['林小雨', '陈思远'], 'RUN 1')
    link = await linkOf(car.carpoolId)
    await goTo(car.departureAt - hours(1))
  })
  const press = (mark: string, seat?: Seat, headers = {}) =>
    driver().post(
      link,
      { mark, ...(seat && { participantId: seat.participantId }) },
      { Origin: 'null', ...headers },
    )

  test('reaches both passengers, and pressing twice changes nothing', async () => {
    const sent = await press('onTheWay')
    expect(sent.status).toBe(303)
    expect(leadsTo(sent)).toBe(link)
    expect(await seen(car.ann, record(car.ann))).toMatch(/司机 \d\d:\d\d 出发了/)
    await press('arrived')
    for (const seat of [car.ann, car.bob])
      expect(await seen(seat, record(seat))).toContain('司机已到 T2 Arrivals')
    const { version } = await carOf(car.carpoolId)
    expect((await press('arrived')).status).toBe(303)
    expect((await press('onTheWay')).status).toBe(303)
    expect((await carOf(car.carpoolId)).version).toBe(version)

    await press('onBoard', car.ann)
    expect(await seen(car.ann, record(car.ann))).toContain('已上车')
    expect(await seen(car.bob, record(car.bob))).not.toContain('已上车')
    await press('done')
    expect(await seen(car.bob, record(car.bob))).toContain('行程结束')
    const page = (await driver('en').get(link.replace('lang=zh', 'lang=en'))).html
    expect(page).toMatch(/aria-pressed="true"[^>]*>.*?On board/s)
  })

  test('is taken from an old browser that sends no origin, and not with a wrong form', async () => {
    const bareForm = new Request(`${ORIGIN}/neighbourhelp${link}`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ mark: 'arrived' }),
    })
    expect((await exports.default.fetch(bareForm)).status).toBe(303)
    expect((await press('gone')).status).toBe(400)
    expect((await press('notHere')).status).toBe(400)
    // Somebody who left: the page shows who is in the car.
    const stranger = { ...car.ann, participantId: 'par_nobody' }
    expect((await press('notHere', stranger)).status).toBe(303)
  })

  test('“not here” tells the student once with a number to call, makes a task, and moves nothing', async () => {
    const facts = async () => {
      const { status, participants: places } = await carOf(car.carpoolId)
      const money = await Promise.all(car.students.map((one) => moneyFor(one)))
      return { status, money, places }
    }
    const before = await facts()
    const boss = await newAdmin(['groups', 'dispatch'])
    const today = async () => textOf(await visitorOf(boss, 'zh').get('/admin'))
    expect(await today()).not.toContain('司机没见到')
    await press('notHere', car.ann)
    await press('notHere', car.ann)
    await press('onBoard', car.ann)
    await press('notHere', car.ann)
    await advance(minutes(5))
    expect(await facts()).toEqual(before)
    const told = await db
      .select({ userId: notices.userId })
      .from(notices)
      .where(eq(notices.code, 'passengerMissed'))
    expect(told.filter(({ userId }) => car.students.some(({ id }) => id === userId))).toEqual([
      { userId: car.ann.viewer.id },
    ])
    expect(await seen(car.ann, '/notices')).toMatch(/司机没看到你.*07700900001/s)
    expect(await seen(car.ann, record(car.ann))).toContain('司机没看到你')

    expect(await today()).toMatch(/1\s*位乘客司机没见到/)
    const group = `/admin/carpools/${car.carpoolId}`
    const page = await visitorOf(boss, 'zh').get(group)
    expect(textOf(page)).toContain('司机没见到 林小雨')
    const settle = { step: 'missed', participantId: car.ann.participantId }
    const plain = visitorOf(await newAdmin(['groups']), 'zh')
    expect((await plain.post(group, settle)).status).toBe(403)
    expect(leadsTo(await visitorOf(boss, 'zh').post(group, settle))).toBe(group)
    expect(await today()).not.toContain('司机没见到')
    expect(textOf(await visitorOf(boss, 'zh').get(group))).not.toContain('司机没见到 林小雨')
    expect((await auditOf(car.carpoolId)).filter((one) => one.action === 'missedSettled')).toEqual([
      expect.objectContaining({
        adminId: boss.id,
        after: { participantId: car.ann.participantId },
      }),
    ])
  })

  test('a missing passenger is settled once, and nobody unknown', async () => {
    await press('notHere', car.bob)
    const by = (await newAdmin()).id
    const missing = async () =>
      Object.keys(must(await openGroup(services, by, 'carpool', car.carpoolId)).ride.missed ?? {})
    const settle = (participantId: string) =>
      settleMissed(services, 'carpool', car.carpoolId, {
        participantId: participantId as 'par_',
        by,
      })
    expect(await missing()).toEqual([car.bob.participantId])
    expect(codeOf(await settle('par_nobody'))).toBe('notFound')
    expect(await missing()).toEqual([car.bob.participantId])
    for (let n = 0; n < 2; n++) must(await settle(car.bob.participantId))
    expect(await missing()).toEqual([])
    const logged = (await auditOf(car.carpoolId)).filter(({ adminId }) => adminId === by)
    expect(logged.filter(({ action }) => action === 'missedSettled')).toHaveLength(1)
  })

  test('a reading by a student is no more than a reading: a link opens no account', async () => {
    const page = await (await browserOf(car.ann.viewer)).get(link)
    expect(page.status).toBe(200)
    expect(page.html).not.toMatch(/\/profile|\/logout|\/admin/)
  })
})

describe('what nobody else learns', () => {
  test('the page names this car alone', async () => {
    const one = await paidCar(['林小雨', '陈思远'], 'SEE 1')
    const two = await paidCar(['赵一诺', '周子涵'], 'HID 2')
    await goTo(one.departureAt - hours(2))
    const { html } = await driver().get(await linkOf(one.carpoolId))
    expect(html).toContain('SEE 1')
    const secrets = await db
      .select({ name: users.name, phone: users.phone, id: users.id })
      .from(users)
      .where(
        inArray(
          users.id,
          two.students.map(({ id }) => id),
        ),
      )
    for (const { name, phone, id } of secrets)
      for (const secret of [name, phone, id]) expect(html).not.toContain(secret)
    expect(html).not.toContain('HID 2')
    expect(html).not.toContain(two.carpoolId)
    for (const { id } of one.students) expect(html).not.toContain(id)
    expect(html).not.toMatch(/pi_|£|wang_ming|@example/)
  })

  test('no page is cached, listed or passed on, nor is the secret in a log', async () => {
    const { carpoolId, departureAt } = await paidCar(['林小雨', '陈思远'], 'LOG 1')
    const link = await linkOf(carpoolId)
    await goTo(departureAt - hours(2))
    const lines: string[] = []
    const spies = (['info', 'warn', 'error'] as const).map((level) =>
      vi.spyOn(console, level).mockImplementation((...line) => void lines.push(String(line))),
    )
    const token = link.slice('/drive/'.length).split('?')[0] ?? ''
    const answers = [
      await driver().get(link),
      await driver().get(`/drive/x${token}`),
      await driver().post(link, { mark: 'onTheWay' }),
      await driver().post(link, { mark: 'nonsense' }),
      await driver().get(`/drive/${token}/more`),
      await driver().get(`/drive/${token}.data`),
    ]
    for (const spy of spies) spy.mockRestore()
    expect(answers.map(({ status }) => status)).toEqual([200, 410, 303, 400, 404, 200])
    for (const { headers } of answers) {
      expect(headers.get('Referrer-Policy')).toBe('no-referrer')
      expect(headers.get('X-Robots-Tag')).toContain('noindex')
      expect(headers.get('Cache-Control')).toContain('no-store')
    }
    const log = lines.join('\n')
    expect(log).toContain('/drive/…')
    expect(log).not.toContain(token.split('.').at(-1))
    expect(log).not.toContain(token)
  })

  test('a console without the scope to dispatch has no link', async () => {
    const { carpoolId } = await paidCar(['林小雨', '陈思远'], 'NO 1')
    const plain = visitorOf(await newAdmin(['groups']))
    for (const at of ['', '/car/ride_one'])
      expect((await plain.get(`/admin/carpools/${carpoolId as GroupId}${at}`)).html).not.toContain(
        '/drive/',
      )
  })
})
