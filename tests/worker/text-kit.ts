import { env } from 'cloudflare:workers'
import type { NumberSetting } from '#app/catalog/rules/settings.ts'
import { createAllObjects } from '#app/group/service/group-objects.server.ts'
import type { Language } from '#app/i18n/languages.ts'
import type { Instant } from '#app/kernel/time.ts'
import type { Log } from '#app/platform/log.server.ts'
import { createSms } from '#app/platform/sms.server.ts'
import { sweepTexts } from '#app/reminders/service/text-messages.server.ts'
import { settings, type users } from '#db/schema.ts'
import { newPhone } from '#tests/kit/phone.ts'
import { account } from '#tests/worker/world/people.ts'
import { config, db } from '#tests/worker/world/services.ts'

/** A student with a phone, who reads a language. */
export async function reader(
  language: Language = 'zh',
  phone = newPhone(),
  row: Partial<typeof users.$inferInsert> = {},
) {
  return { id: await account({ language, phone, ...row }), phone }
}
export type Reader = Awaited<ReturnType<typeof reader>>

export const switchSetting = (key: NumberSetting, value: 0 | 1) =>
  db
    .insert(settings)
    .values({ key, value, updatedAt: 1 })
    .onConflictDoUpdate({ target: settings.key, set: { value } })

export const accepted = () => Response.json({ sid: 'SM1' }, { status: 201 })
/** A provider that answers every call this way, and what it was asked to send, oldest first. */
export function provider(answer: (n: number) => Response | Promise<Response> = accepted) {
  const asked: { to: string; body: string }[] = []
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const body = await new Request(input, init).arrayBuffer()
    const form = new URLSearchParams(new TextDecoder().decode(body))
    asked.push({ to: form.get('To') ?? '', body: form.get('Body') ?? '' })
    return answer(asked.length)
  }
  return {
    fetch,
    asked,
    to: ({ phone }: Reader) =>
      asked.filter(({ to }) => to === `+44${phone.slice(1)}`).map(({ body }) => body),
  }
}
export type Provider = ReturnType<typeof provider>

/** The sweep as it is at a moment, with a provider; returns its log. */
export async function sweepAt(at: Instant, { fetch }: Provider): Promise<string> {
  const lines: string[] = []
  const write = (...line: unknown[]) =>
    void lines.push(line.map((one) => JSON.stringify(one)).join())
  const log: Log = { info: write, warn: write, error: write }
  await sweepTexts({
    objects: createAllObjects(env),
    db,
    clock: { now: () => at, systemTime: (instant) => instant },
    sms: createSms({ twilio: config.twilio, fetch, log }),
    log,
  })
  return lines.join('\n')
}
