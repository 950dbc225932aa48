import { parseWithZod } from '@conform-to/zod/v4'
import type { z } from 'zod'
import { mailCreateSchema, moveCreateSchema } from '#app/orders/schema.server.ts'
import { fieldError } from '#app/schemas/common.server.ts'
import { received } from './received.ts'

export const now = Date.parse('2026-11-21T10:00Z')
export const common = {
  userName: '王明',
  tel: '+44 7123 456789',
  estBoxNum: 3,
  fromAddress: '12 Castle Boulevard, Nottingham',
  fromZip: 'ng71fb',
  toAddress: '上海市静安区南京西路 1 号',
  sendDate: '2026-11-25',
}
export const mail = { ...common, toZip: '200041', shipCompany: 'SF' }
export const move = { ...common, toAddress: '3 Derby Road, Nottingham', toZip: 'NG7 2RD' }
export const buying = { isBuyBox: true, buyBoxNum: 2, boxDate: '2026-11-24' }
export const entrusting = { isEntrustFriend: true, friTel: '07987 654321' }

export type Payload = Record<string, unknown>
type Reader = typeof asJson
type Read = { value: unknown; wrong: Record<string, string[]> }

/** Parses with the schema as the API reads JSON. */
export function asJson(schema: z.ZodType, payload: Payload): Read {
  const parsed = schema.safeParse(received(payload), { error: fieldError })
  const wrong: Record<string, string[]> = {}
  for (const { path, message } of parsed.error?.issues ?? [])
    wrong[path.join('.')] = [...(wrong[path.join('.')] ?? []), message]
  return { value: parsed.data, wrong }
}

/**
 * Parses with the schema as a page reads its form: unticked checkboxes are absent and everything
 * else is text.
 */
export function asForm(schema: z.ZodType, payload: Payload): Read {
  const form = new FormData()
  const checkboxes = ['isHelp', 'isBuyBox', 'isEntrustFriend']
  for (const [name, value] of Object.entries({ ...received(payload), attemptId: 'a' })) {
    if (checkboxes.includes(name) && typeof value === 'boolean') {
      if (value) form.set(name, 'on')
    } else if (value !== undefined && value !== null) form.set(name, String(value))
  }
  const read = parseWithZod(form, { schema, error: fieldError })
  return {
    value: read.status === 'success' ? read.value : undefined,
    wrong: (read.status === 'error' && (read.error as Record<string, string[]>)) || {},
  }
}

export const ways = [
  ['JSON', asJson],
  ['a form', asForm],
] as const
export const mailAt = (at: number | null = now) => mailCreateSchema({ now: at })
export const moveAt = (at: number | null = now) => moveCreateSchema({ now: at })
/** Every rule applies to both JSON and forms, so every table runs for both. */
export const both = <const T extends readonly unknown[]>(rows: readonly T[]) =>
  ways.flatMap(([way, read]) => rows.map((row): [string, Reader, ...T] => [way, read, ...row]))
