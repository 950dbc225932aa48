import { beforeEach, expect, test } from 'vitest'
import type { UserId } from '#app/domain/id.ts'
import { hours } from '#app/domain/limits.ts'
import { addDays, type LondonDay, londonDay, startOfLondonDay } from '#app/domain/time.ts'
import { formatOf } from '#app/i18n/format.ts'
import { getT } from '#app/i18n/server.ts'
import { wishes } from '#db/schema.ts'
import { textOf, Visitor } from '#tests/worker/accounts/visitor.ts'
import { db, now } from '#tests/worker/carpool/kit.ts'
import { newStudent } from '#tests/worker/orders/kit.ts'
import {
  modulesFor,
  modulesOf,
  ORIGIN,
  posterOf,
  squeezed,
  WECHAT,
} from '#tests/worker/share-kit.ts'
import { wishAt } from './kit.ts'

/** The poster of a part of a day for which people look for a car (docs/rules.md#wishes). */

const BASE = '/neighbourhelp'
const today = londonDay(now())
/** Each test's own day, far from those of other files: what an isolate has read stays a while. */
const dayOf = (test: number) => addDays(today, 40 + test)
const slot = (day: LondonDay, part = 'morning') => `/share/wish/PICKUP.air_lhr.${day}.${part}`
const read = (path: string, lang: 'zh' | 'en', headers = {}) =>
  new Visitor({ lang: lang === 'zh' ? 'en' : 'zh' }).get(`${path}?lang=${lang}`, headers)

/** Somebody who wishes for a car on the morning of that day. */
async function wisher(day: LondonDay, people = 1): Promise<{ id: UserId }> {
  const viewer = await newStudent()
  const from = startOfLondonDay(day)
  const window = { fromAt: from + hours(8), toAt: from + hours(11) }
  await wishAt(now(), viewer, from, { ...window, people })
  return viewer
}

beforeEach(() => db.delete(wishes))

test('it says how many wait, for which rides and when, in its link’s language', async () => {
  const day = dayOf(1)
  for (const people of [1, 2]) await wisher(day, people)
  const said = {
    zh: ['邻帮', '3 人在等', '希思罗接机', '12:00 前出发', '留意不收钱'],
    en: ['Neighbourhelp', '3 people', 'Pickups from Heathrow', 'before 12:00', 'Free to sign up'],
  }
  for (const lang of ['zh', 'en'] as const) {
    const { status, html } = await read(`${slot(day)}/poster`, lang)
    const { svg, text, alt } = posterOf(html)
    expect(status).toBe(200)
    for (const part of [...said[lang], formatOf(getT(lang)).day(day)])
      expect(text).toContain(squeezed(part))
    // Who cannot see the picture hears the same of it.
    for (const part of [said[lang][1] ?? '', formatOf(getT(lang)).day(day)])
      expect(alt).toContain(part)
    const link = `${ORIGIN}${BASE}${slot(day)}?lang=${lang}`
    expect(modulesOf(svg)).toEqual(modulesFor(link))
    // The text to paste beside it leads to the same page.
    expect(html).toContain(`${link}" `)
    expect(svg.replace(/^<svg[^>]*>/, '')).not.toMatch(/class=|style|href|url\(/)
  }
})

test.each([
  ['morning', 'zh', '12:00 前'],
  ['afternoon', 'zh', '12:00 到 18:00'],
  ['evening', 'en', 'after 18:00'],
] as const)('its time is the part of the day: %s, %s', async (part, lang, said) => {
  const day = dayOf(2)
  const { text } = posterOf((await read(`${slot(day, part)}/poster`, lang)).html)
  for (const one of [said, formatOf(getT(lang)).day(day)]) expect(text).toContain(squeezed(one))
})

test('the car has a seat taken for each who waits, and one more at least is missing', async () => {
  const seats = (svg: string) =>
    svg.match(/stroke-dasharray="3 2" d="([^"]*)"/)?.[1]?.match(/M/g)?.length ?? 0
  const missing = async (day: LondonDay) =>
    seats(posterOf((await read(`${slot(day)}/poster`, 'zh')).html).svg)
  await wisher(dayOf(3), 2)
  expect(await missing(dayOf(3))).toBe(2)
  for (const people of [3, 1]) await wisher(dayOf(4), people)
  expect(await missing(dayOf(4))).toBe(1)
})

test('of one person alone, or of nobody, it says no number and calls for others', async () => {
  await wisher(dayOf(5))
  for (const day of [dayOf(5), dayOf(6)]) {
    const page = await read(`${slot(day)}/poster`, 'zh')
    expect(page.status).toBe(200)
    expect(posterOf(page.html).text).toContain('一起凑一辆车')
    expect(textOf(page)).not.toContain('人在等')
  }
})

test('nothing on it is about a person', async () => {
  const day = dayOf(7)
  const students = [await wisher(day, 2), await wisher(day, 2)]
  for (const lang of ['zh', 'en'] as const) {
    const { html } = await read(`${slot(day)}/poster`, lang)
    const secrets = ['王明', 'wang_ming', '"userId"', 'wish_', '08:00', '11:00']
    for (const secret of [...secrets, ...students.map(({ id }) => id)])
      expect(html, secret).not.toContain(secret)
  }
})

test('without scripts its page is complete: the picture, the text to copy and how to save it', async () => {
  const day = dayOf(8)
  await wisher(day, 2)
  const page = await read(`${slot(day)}/poster`, 'zh')
  expect(textOf(page)).toContain('截屏就能保存')
  expect(textOf(page)).toMatch(/【找人拼车】[^】]*上午 希思罗接机：2 人在等/)
  const scripts = [...page.html.matchAll(/<script[^>]*src="[^"]*\/([a-z]+)-\w+\.js"/g)]
  expect(scripts.map(([, name]) => name)).toEqual(['page', 'poster'])
  const inWechat = await read(`${slot(day)}/poster`, 'zh', WECHAT)
  expect(inWechat.html).toMatch(/<p hidden="">长按图片/)
  expect(inWechat.html).not.toContain('download=')
})

test('the page of the part of a day leads to it, and it leads back', async () => {
  const path = slot(dayOf(9))
  for (const [from, to] of [
    [path, `${path}/poster`],
    [`${path}/poster`, path],
  ] as const)
    expect((await read(from, 'en')).html).toContain(`href="${BASE}${to}?lang=en"`)
})

test.each([
  ['a day for which no car can be opened any more', slot(today)],
  ['a day that is over', slot(addDays(today, -1))],
  ['an airport that is unknown', `/share/wish/PICKUP.air_none.${dayOf(10)}.morning`],
  ['a part of a day that there is not', slot(dayOf(10), 'night')],
  ['a day that there is not', slot('2027-02-30')],
  ['nothing at all', '/share/wish/nothing'],
])('there is no poster of %s: the page says that the link may be old', async (_, path) => {
  for (const [lang, said] of [
    ['zh', '链接'],
    ['en', 'The link may be old'],
  ] as const) {
    const page = await read(`${path}/poster`, lang)
    expect(page.status).toBe(404)
    expect(textOf(page)).toContain(said)
  }
})
