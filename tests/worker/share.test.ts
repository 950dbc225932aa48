import { renderSVG } from 'uqr'
import { expect, test } from 'vitest'
import { carpoolKind } from '#app/carpool/service/carpool-kind.server.ts'
import { draftPayableCarpool } from '#app/carpool/service/carpools.server.ts'
import { leaveGroup } from '#app/group/service/groups.server.ts'
import { formatOf } from '#app/i18n/format.ts'
import { getT } from '#app/i18n/server.ts'
import { tripKind } from '#app/trip/service/trip-kind.server.ts'
import { carOf, draft, joinCar, openCar } from '#tests/worker/world/cars.ts'
import { browserOf, newStudent, student } from '#tests/worker/world/people.ts'
import { must, ORIGIN, services } from '#tests/worker/world/services.ts'
import { draftTrip, join, openTrip, stateOf } from '#tests/worker/world/trips.ts'
import { heldBy, leadsTo, type Shown, textOf, Visitor } from './accounts/visitor.ts'

const BASE = '/neighbourhelp'

const plain = (text = '') => text.replace(/&amp;/g, '&').replace(/&#x27;/g, "'")
const meta = ({ html }: Shown, name: string) =>
  plain(html.match(new RegExp(`<meta (?:property|name)="${name}" content="([^"]*)"`))?.[1])
const titleOf = ({ html }: Shown) => plain(html.match(/<title>([^<]*)<\/title>/)?.[1])

test('a shared carpool is a card in the language of its link', async () => {
  const { carpoolId } = await openCar({ maxPassengers: 4 })
  const { carpoolAt, cutoffAt } = await carOf(carpoolId)
  const titles = {
    zh: (time: string) => `伦敦希思罗机场接机拼车 · ${time} · 还差 3 人`,
    en: (time: string) => `Carpool from London Heathrow · ${time} · 3 more people needed`,
  }
  const locale = { zh: 'zh_CN', en: 'en_GB' }
  for (const lang of ['zh', 'en'] as const) {
    // Whatever language the visitor has chosen.
    const visitor = new Visitor({ lang: lang === 'zh' ? 'en' : 'zh' })
    const page = await visitor.get(`/share/carpool/${carpoolId}?lang=${lang}`)
    const { dateTime } = formatOf(getT(lang))
    const title = titles[lang](dateTime(carpoolAt))
    const url = `${ORIGIN}${BASE}/share/carpool/${carpoolId}?lang=${lang}`
    const image = `/images/share-carpool-3-${lang}.png`
    expect(page.status).toBe(200)
    expect(page.html).toContain(`<html lang="${lang === 'zh' ? 'zh-Hans' : 'en'}"`)
    expect(textOf(page)).toContain(lang === 'zh' ? '没拼满全额退回' : 'all of it goes back')
    expect([titleOf(page), meta(page, 'og:title')]).toEqual([title, title])
    expect(meta(page, 'description')).toBe(meta(page, 'og:description'))
    expect(meta(page, 'description')).toContain(dateTime(cutoffAt))
    expect(
      ['og:type', 'og:url', 'og:image', 'og:locale', 'twitter:card'].map((name) =>
        meta(page, name),
      ),
    ).toEqual(['website', url, `${ORIGIN}${BASE}${image}`, locale[lang], 'summary'])
    // The first image in the body is the card's, for readers that ignore meta tags.
    const body = page.html.slice(page.html.indexOf('<body'))
    expect(body.match(/<img[^>]*>/)?.[0]).toContain(`src="${BASE}${image}"`)
    expect(plain(page.html)).toContain(`<link rel="canonical" href="${url}"`)
  }
})

test('the text to paste says who is wanted, when, where, at what price, and leads to the page', async () => {
  const { carpoolId } = await openCar({ maxPassengers: 2 })
  const { carpoolAt, cutoffAt } = await carOf(carpoolId)
  const pasted = {
    // Its deposit is charged at once, so nothing is said of its coming back.
    zh: ['【还差 1 人】', '→ 诺丁汉', '/人', '坐满就成团'],
    en: ['[1 more person needed]', '→ Nottingham', 'each when full', 'the car goes ahead'],
  }
  for (const lang of ['zh', 'en'] as const) {
    const { html } = await new Visitor().get(`/share/carpool/${carpoolId}?lang=${lang}`)
    const texts = [...html.matchAll(/data-copy="([^"]*)"/g)].map(([, text]) => plain(text))
    const { dateTime } = formatOf(getT(lang))
    const text = texts.find((one) => one.includes('\n')) ?? ''
    for (const part of [...pasted[lang], dateTime(carpoolAt), dateTime(cutoffAt)])
      expect(text).toContain(part)
    expect(text.endsWith(`\n${ORIGIN}${BASE}/share/carpool/${carpoolId}?lang=${lang}`)).toBe(true)
  }
})

const PUBLIC = [
  '/',
  '/carpool',
  '/mail',
  '/storage',
  '/about/terms',
  '/login',
  '/register',
  '/forgot-password',
]

test('every public page has a preview image and its address in each language', async () => {
  for (const path of PUBLIC)
    for (const lang of ['zh', 'en'] as const) {
      const page = await new Visitor({ lang: 'zh' }).get(`${path}?lang=${lang}`)
      expect(page.html, path).toContain(`<html lang="${lang === 'zh' ? 'zh-Hans' : 'en'}"`)
      const address = `${ORIGIN}${BASE}${path}`
      expect(meta(page, 'og:url')).toBe(address)
      expect(meta(page, 'og:image')).toBe(`${ORIGIN}${BASE}/images/share-carpool-${lang}.png`)
      const links = [
        ...page.html.matchAll(/<link rel="alternate" hrefLang="([^"]*)" href="([^"]*)"/gi),
      ]
      expect(links.map(([, language, href]) => [language, href])).toEqual([
        ['zh-Hans', `${address}?lang=zh`],
        ['en', `${address}?lang=en`],
        ['x-default', address],
      ])
    }
  const own = await (await browserOf(await newStudent())).get('/profile')
  expect(own.html).not.toContain('og:image')
})

test('a shared trip is a card too, and says how many are still needed', async () => {
  const { id } = await openTrip({ minPassengers: 3, maxPassengers: 6 })
  const time = formatOf(getT('en')).dateTime((await stateOf(id)).tripStartAt)
  const en = await new Visitor().get(`/share/trip/${id}?lang=en`)
  expect(titleOf(en)).toBe(`Group trip: 湖区两日游 · ${time} · 2 more people needed`)
  expect(meta(en, 'og:image')).toBe(`${ORIGIN}${BASE}/images/share-trip-en.png`)
  expect(meta(en, 'description')).toContain('£50 each')
  await join(id, { people: 2 })
  const zh = await new Visitor().get(`/share/trip/${id}?lang=zh`)
  expect(titleOf(zh)).toContain('还有 3 个名额')
})

test('the one button leads to the terms, through the login, and participants to their own record', async () => {
  const creator = await newStudent()
  const { carpoolId } = await openCar({ maxPassengers: 3 }, { as: creator })
  const visitor = new Visitor()
  const path = `/carpool/${carpoolId}/join`
  expect((await visitor.get(`/share/carpool/${carpoolId}`)).html).toContain(`href="${BASE}${path}"`)
  expect(leadsTo(await visitor.get(path))).toBe(`/login?redirect=${encodeURIComponent(path)}`)
  const own = await (await browserOf(creator)).get(`/share/carpool/${carpoolId}`)
  expect(textOf(own)).toContain('你已加入')
  expect(own.html).not.toContain(`href="${BASE}${path}"`)
  const trip = await openTrip()
  expect((await visitor.get(`/share/trip/${trip.id}`)).html).toContain(
    `href="${BASE}/trip/${trip.id}/join"`,
  )
})

test('a full or finished group says so and offers others', async () => {
  const car = await openCar({ maxPassengers: 2 })
  await joinCar(car)
  const page = await new Visitor().get(`/share/carpool/${car.carpoolId}?lang=en`)
  expect(titleOf(page)).toMatch(/ · full$/)
  expect(textOf(page)).toContain('See other carpools')
  expect(page.html).not.toContain(`/carpool/${car.carpoolId}/join`)
})

test('a draft, a private car, a cancelled group and an unknown one give the same 404, even to their participants', async () => {
  const creator = await newStudent()
  const drafted = must(await draftPayableCarpool(services, creator, draft(), crypto.randomUUID()))
  const hired = await openCar({ maxPassengers: 1 }, { as: creator })
  const left = await openCar({}, { as: creator })
  must(await leaveGroup(carpoolKind, services, creator, left.carpoolId))
  const trip = await draftTrip({}, creator)
  const over = await openTrip()
  must(await leaveGroup(tripKind, services, over.creator, over.id))
  const browser = await browserOf(creator)
  const paths = [
    `carpool/${drafted.groupId}`,
    `carpool/${hired.carpoolId}`,
    `carpool/${left.carpoolId}`,
    `carpool/${trip.id}`,
    `carpool/car_${'0'.repeat(26)}`,
    'carpool/nonsense',
    `trip/${trip.id}`,
    `trip/${over.id}`,
    `trip/${hired.carpoolId}`,
    `mail/${hired.carpoolId}`,
  ]
  for (const path of paths)
    for (const visitor of [new Visitor(), browser]) {
      const page = await visitor.get(`/share/${path}?lang=zh`)
      expect([page.status, titleOf(page)], path).toEqual([404, '找不到这个页面 · 邻帮'])
      expect((await visitor.get(`/share/${path}/qr.svg`)).status, path).toBe(404)
    }
})

test('the page contains nothing about participants: no name, address, number or id', async () => {
  const creator = await newStudent()
  const car = await openCar({ maxPassengers: 4, nLocation: '9 Secret Lane' }, { as: creator })
  const seat = await joinCar(car, { as: student() })
  const trip = await openTrip()
  const place = await join(trip.id, { nLocation: '9 Secret Lane', flightNumber: 'ZZ999' })
  const secrets = [
    ...['Secret', '王明', 'wang_ming', 'ZZ999', '"nLocation"', '"userId"', '"own"'],
    ...[
      creator.id,
      car.participantId,
      seat.participantId,
      seat.viewer.id,
      place.participantId,
      place.viewer.id,
    ],
  ]
  for (const path of [`carpool/${car.carpoolId}`, `trip/${trip.id}`]) {
    const { html, status } = await new Visitor().get(`/share/${path}?lang=en`)
    expect(status).toBe(200)
    for (const secret of secrets) expect(html, secret).not.toContain(secret)
  }
})

test('the QR code is for this very link, in its language', async () => {
  const { carpoolId } = await openCar()
  const path = `/share/carpool/${carpoolId}`
  const page = await new Visitor({ lang: 'zh' }).get(`${path}?lang=en`)
  expect(page.html).toContain(`src="${BASE}${path}/qr.svg?lang=en"`)
  const qr = await new Visitor({ lang: 'zh' }).get(`${path}/qr.svg?lang=en`)
  expect(qr.headers.get('Content-Type')).toBe('image/svg+xml')
  expect(qr.html).toBe(renderSVG(`${ORIGIN}${BASE}${path}?lang=en`, { border: 2 }))
})

test('whatever host a request names, shared links use the service’s own host', async () => {
  const { carpoolId } = await openCar()
  const { id: tripId } = await openTrip()
  const elsewhere = new Visitor({ origin: 'http://elsewhere.example', lang: 'en' })
  for (const path of [`/share/carpool/${carpoolId}`, `/share/trip/${tripId}`]) {
    const page = await elsewhere.get(path)
    expect(page.status).toBe(200)
    expect(page.html).not.toContain('elsewhere.example')
    expect(meta(page, 'og:url')).toBe(`${ORIGIN}${BASE}${path}?lang=en`)
    const qr = await elsewhere.get(`${path}/qr.svg`)
    expect(qr.html).toBe(renderSVG(`${ORIGIN}${BASE}${path}?lang=en`, { border: 2 }))
    expect(qr.headers.get('Vary')).toBe('Cookie, Accept-Language')
  }
})

test('a visitor without a chosen language continues in the link’s, and an earlier choice is kept', async () => {
  const { carpoolId } = await openCar()
  const path = `/share/carpool/${carpoolId}?lang=en`
  const fresh = new Visitor()
  fresh.cookies.delete('language')
  const page = await fresh.get(path)
  expect(fresh.cookies.get('language')).toBe('en')
  // The page's language switch leads to the link in the other language.
  expect(heldBy(page, 'returnTo')).toBe(`/share/carpool/${carpoolId}?lang=zh`)
  const chosen = new Visitor({ lang: 'zh' })
  await chosen.get(path)
  expect(chosen.cookies.get('language')).toBe('zh')
})
