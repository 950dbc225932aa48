import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import type { z } from 'zod'
import { recordView } from '#app/audit/audit.server.ts'
import { identitySchema, placeSchema } from '#app/console/schemas/corrections.server.ts'
import {
  correctAccount,
  correctOrderDetails,
  correctPlace,
  orderDetailsOf,
  readCorrectableOrder,
  readIdentity,
  readPlaceDetails,
} from '#app/console/service/corrections.server.ts'
import { pathOfSubject } from '#app/console/ui/subject.ts'
import type { CorrectionReason } from '#app/kernel/corrections.ts'
import type { GroupId, ParticipantId } from '#app/kernel/id.ts'
import type { Result } from '#app/kernel/result.ts'
import { CARRIERS } from '#app/orders/rules/postage.ts'
import { orderCorrectionSchema } from '#app/orders/schema.server.ts'
import type { AppContext } from '#app/server/context.server.ts'
import { requireAdmin } from './admin-guard.server.ts'

type Values = Record<string, string | number | null>

/** Something that can be corrected: its values now, how they are read, and how they are saved. */
export type Correctable = {
  values: Values
  schema: z.ZodType<object>
  /** What a value is chosen from, by name; the others are typed. */
  choices: Record<string, readonly string[]>
  /** Names of values that stay as they are. */
  fixed: string[]
  asksPassword: boolean
  back: string
  save(change: { seen: never; to: never; reason: CorrectionReason }): Promise<Result<object | null>>
}

/** What the address asks to correct: a place, an order or an account; or 404. */
export async function requireCorrectable({
  request,
  context,
}: LoaderFunctionArgs): Promise<Correctable> {
  await requireAdmin(context, request)
  const search = new URL(request.url).searchParams
  const [user, order, group] = ['user', 'order', 'group'].map((name) => search.get(name) ?? '')
  const found = user
    ? await ofUser(context, request, user)
    : order
      ? await ofOrder(context, request, order)
      : await ofPlace(context, request, group ?? '', search.get('place') ?? '')
  if (!found) throw new Response(null, { status: 404 })
  return found
}

async function ofPlace(context: AppContext, request: Request, groupId: string, id: string) {
  const { id: by } = await requireAdmin(context, request, { scope: 'groups' })
  const found = /^(car|trip)_/.test(groupId) ? await readPlaceDetails(context, groupId, id) : null
  if (!found) return null
  await recordView(context, by, 'groupViewed', groupId)
  const { details, isPrivate } = found
  const isWithAddress = details.nLocation !== null
  return {
    values: details,
    schema: placeSchema(isWithAddress),
    choices: {},
    fixed: [...(isPrivate ? [] : ['people']), ...(isWithAddress ? [] : ['nLocation'])],
    asksPassword: false,
    back: pathOfSubject(groupId),
    save: (change: never) =>
      correctPlace(context, by, groupId as GroupId, id as ParticipantId, change),
  }
}

async function ofUser(context: AppContext, request: Request, id: string) {
  const { id: by } = await requireAdmin(context, request, { scope: 'members' })
  const found = await readIdentity(context, id)
  if (!found) return null
  await recordView(context, by, 'userViewed', id)
  const { name, phone, email } = found
  return {
    values: { name, phone, email },
    schema: identitySchema,
    ...{ choices: {}, fixed: [], asksPassword: true, back: `/admin/users/${id}` },
    save: (change: never) => correctAccount(context, by, id, change),
  }
}

async function ofOrder(context: AppContext, request: Request, id: string) {
  const { id: by } = await requireAdmin(context, request, { scope: 'orders' })
  const row = await readCorrectableOrder(context, id)
  if (!row) return null
  await recordView(context, by, 'orderViewed', id)
  return {
    values: orderDetailsOf(row),
    schema: orderCorrectionSchema(row.kind, context.clock.now()),
    choices: { shipCompany: CARRIERS },
    fixed: row.kind === 'mail' && row.weights === null ? [] : ['shipCompany'],
    asksPassword: false,
    back: pathOfSubject(id),
    save: (change: never) => correctOrderDetails(context, by, id, change),
  }
}
