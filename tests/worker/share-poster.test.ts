import { expect, test } from 'vitest'
import { formatOf } from '#app/i18n/format.ts'
import { getT } from '#app/i18n/server.ts'
import { carOf, joinCar, openCar } from '#tests/worker/world/cars.ts'
import { newStudent, student } from '#tests/worker/world/people.ts'
import { ORIGIN } from '#tests/worker/world/services.ts'
import { openTrip, stateOf } from '#tests/worker/world/trips.ts'
import { textOf, Visitor } from './accounts/visitor.ts'
import { modulesFor, modulesOf, posterOf, squeezed, WECHAT } from './share-kit.ts'

const BASE = '/neighbourhelp'
const LANGUAGES = ['zh', 'en'] as const

test('a carpool’s poster says who is wanted, where, when and at what price, in its link’s language', async () => {
  const { carpoolId } = await openCar({ maxPassengers: 4 })
  const { carpoolAt, cutoffAt } = await carOf(carpoolId)
  const said = {
    zh: ['邻帮', '还差 3 人', '→ 诺丁汉', '£', '满员每人', '没拼满全额退回', '识别二维码加入'],
    en: ['Neighbourhelp', '3 more people needed', '→ Nottingham', '£', 'Scan the code to join'],
  }
  for (const lang of LANGUAGES) {
    const visitor = new Visitor({ lang: lang === 'zh' ? 'en' : 'zh' })
    const path = `/share/carpool/${carpoolId}`
    const page = await visitor.get(`${path}/poster?lang=${lang}`)
    const { svg, text, alt } = posterOf(page.html)
    const { dateTime } = formatOf(getT(lang))
    expect(page.status).toBe(200)
    for (const part of [...said[lang], dateTime(carpoolAt), dateTime(cutoffAt)])
      expect(text).toContain(squeezed(part))
    for (const part of [dateTime(carpoolAt), '→', '£']) expect(alt).toContain(part)
    expect(alt).not.toContain('http')
    // The code is for the page to join on, in the poster's language.
    const link = `${ORIGIN}${BASE}${path}?lang=${lang}`
    expect(modulesOf(svg)).toEqual(modulesFor(link))
    expect(page.html).toContain(`${link}" `)
    // It needs no style and no file of its page, or an image of it would lack them.
    expect(svg.replace(/^<svg[^>]*>/, '')).not.toMatch(/class=|style|href|url\(/)
  }
})

test('a trip’s poster has its name, and its coach lacks as many as are needed', async () => {
  const { id } = await openTrip({ minPassengers: 3, maxPassengers: 6 })
  const page = await new Visitor().get(`/share/trip/${id}/poster?lang=zh`)
  const { svg, text } = posterOf(page.html)
  const { dateTime } = formatOf(getT('zh'))
  for (const part of ['还差 2 人成团', '湖区两日游', dateTime((await stateOf(id)).tripStartAt)])
    expect(text).toContain(squeezed(part))
  const missing = svg.match(/stroke-dasharray="3 2" d="([^"]*)"/)?.[1]
  expect(missing?.match(/M/g)?.length).toBe(2)
})

test('the shared page leads to its poster, and the poster back', async () => {
  const { carpoolId } = await openCar()
  const [share, poster] = [`/share/carpool/${carpoolId}`, `/share/carpool/${carpoolId}/poster`]
  const visitor = new Visitor()
  expect((await visitor.get(`${share}?lang=en`)).html).toContain(`href="${BASE}${poster}?lang=en"`)
  expect((await visitor.get(`${poster}?lang=en`)).html).toContain(`href="${BASE}${share}?lang=en"`)
})

test('the page runs its own small script and no other, and its policy allows the image it draws', async () => {
  const { carpoolId } = await openCar()
  const { html, headers } = await new Visitor().get(`/share/carpool/${carpoolId}/poster`)
  const scripts = [...html.matchAll(/<script[^>]*src="[^"]*\/([a-z]+)-\w+\.js"/g)]
  expect(scripts.map(([, name]) => name)).toEqual(['page', 'poster'])
  const policy = headers.get('Content-Security-Policy')
  expect(policy).toContain("img-src 'self' data:;")
  expect(policy).toContain("style-src 'self';")
})

test('without scripts a screenshot saves it; with them a file does, or in WeChat a long press', async () => {
  const { carpoolId } = await openCar()
  const path = `/share/carpool/${carpoolId}/poster?lang=zh`
  const page = await new Visitor().get(path)
  expect(textOf(page)).toContain('截屏就能保存')
  expect(page.html).toMatch(/<a hidden="" download="poster\.png"[^>]*>保存海报/)
  const inWechat = await new Visitor().get(path, WECHAT)
  expect(inWechat.html).toMatch(/<p hidden="">长按图片/)
  expect(inWechat.html).not.toContain('download=')
})

test('the poster of a full group calls nobody to join; an unknown group has none', async () => {
  const car = await openCar({ maxPassengers: 2 })
  await joinCar(car)
  const full = await new Visitor().get(`/share/carpool/${car.carpoolId}/poster?lang=en`)
  const { svg, text } = posterOf(full.html)
  expect(full.status).toBe(200)
  expect(text).toMatch(/full/)
  expect(text).toContain(squeezed('Scan the code to see more'))
  expect(svg).not.toContain('stroke-dasharray')
  const hired = await openCar({ maxPassengers: 1 })
  for (const path of [`carpool/${hired.carpoolId}`, `carpool/car_${'0'.repeat(26)}`, 'mail/x'])
    expect((await new Visitor().get(`/share/${path}/poster`)).status, path).toBe(404)
})

test('nothing on it is about a participant', async () => {
  const creator = await newStudent()
  const car = await openCar({ maxPassengers: 4, nLocation: '9 Secret Lane' }, { as: creator })
  const seat = await joinCar(car, { as: student() })
  const { html } = await new Visitor().get(`/share/carpool/${car.carpoolId}/poster?lang=en`)
  const ids = [creator.id, car.participantId, seat.participantId, seat.viewer.id]
  for (const secret of ['Secret', '王明', 'wang_ming', '"userId"', '"nLocation"', ...ids])
    expect(html, secret).not.toContain(secret)
})
