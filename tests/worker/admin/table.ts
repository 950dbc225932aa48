import { expect } from 'vitest'
import { settingsTable } from '#app/console/service/settings.server.ts'
import { errorCatalogue } from '#app/kernel/error.ts'
import { type Shown, Visitor } from '#tests/worker/accounts/visitor.ts'
import { api } from '#tests/worker/world/api.ts'
import { services } from '#tests/worker/world/services.ts'
import type { Admin } from './kit.ts'

/** An administrative table that is replaced as a whole, as one administrator sees it. */
export const tableAt = (path: string, as: Admin) => ({
  async read() {
    const { status, headers, body } = await api('GET', path, { as })
    expect(status, JSON.stringify(body)).toBe(200)
    return { body, tag: headers.get('ETag') ?? '' }
  },
  /** `tag`: the version to send as seen; null sends none. */
  put: (json: unknown, tag: string | null) =>
    api('PUT', path, { as, json, ...(tag !== null && { headers: { 'If-Match': tag } }) }),
})

/** The settings in the same way; only a page of the console sets them. */
export const settingsAt = ({ id }: Admin) => ({
  async read() {
    const { table, version } = await settingsTable(services).read()
    return { body: table, tag: String(version) }
  },
  async put(wanted: Settings, tag: string) {
    const put = await settingsTable(services).replace(id, Number(tag), wanted)
    return put.ok
      ? { status: 200, body: put.value.table, tag: String(put.value.version) }
      : { status: errorCatalogue[put.error.code], body: put.error, tag }
  },
})
type Settings = Awaited<ReturnType<ReturnType<typeof settingsTable>['read']>>['table']

/** What is wrong with each field of a refused body. */
export const wrongIn = ({ body }: { body: { errors?: Record<string, { code: string }[]> } }) =>
  Object.fromEntries(
    Object.entries(body.errors ?? {}).map(([name, [first]]) => [name, first?.code]),
  )

/** An administrator's browser, without scripts. */
export function consoleOf({ token }: Admin, lang: 'zh' | 'en' = 'zh'): Visitor {
  const visitor = new Visitor({ lang })
  visitor.cookies.set('asid', token)
  return visitor
}

/** The values that all controls of a page's main form would send. */
export function valuesOf(page: Shown): Record<string, string> {
  const html = page.html.slice(page.html.indexOf('<main'))
  const inputs = [...html.matchAll(/<input\b[^>]*>/g)]
    .map(([tag]) => tag)
    .filter((tag) => !/type="checkbox"/.test(tag) || /\bchecked\b/.test(tag))
  const areas = [...html.matchAll(/<textarea\b([^>]*)>([\s\S]*?)<\/textarea>/g)]
  const named = (tag: string) => /\bname="([^"]*)"/.exec(tag)?.[1]
  const entries = [
    ...inputs.map((tag) => [named(tag), /\bvalue="([^"]*)"/.exec(tag)?.[1] ?? '']),
    // React starts a textarea's content with a line break of its own, which browsers drop.
    ...areas.map(([, attributes = '', text = '']) => [named(attributes), text.replace(/^\n/, '')]),
  ].filter(([name]) => name !== undefined && name !== 'redirect')
  return Object.fromEntries(entries.map(([name, value]) => [name, unescaped(String(value))]))
}

/** The control of an airport's price, in the values of the page of a price table. */
export function priceCell(values: Record<string, string>, airport: string, people: number) {
  const [name] = Object.entries(values).find(([, value]) => value === airport) ?? ['']
  return name.replace('airportId', `prices.${people}`)
}

const unescaped = (text: string) =>
  text
    .replaceAll('&#x27;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
