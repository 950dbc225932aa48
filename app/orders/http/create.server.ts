import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  redirect,
} from '@remix-run/cloudflare'
import type { z } from 'zod'
import type { User } from '#app/account/service/sessions.server.ts'
import { readDescriptions } from '#app/catalog/service/catalog.server.ts'
import { readSettings } from '#app/catalog/service/settings.server.ts'
import { latestDay } from '#app/kernel/latest.ts'
import { ORDER_NAME_MAX } from '#app/kernel/limits.ts'
import type { Instant } from '#app/kernel/time.ts'
import { earliestOrderDay } from '#app/orders/rules/check.ts'
import type { DraftOf, OrderKind } from '#app/orders/rules/order.ts'
import { mailCreateSchema, moveCreateSchema } from '#app/orders/schema.server.ts'
import { placeOrder } from '#app/orders/service/order-placing.server.ts'
import { browseOrders, removeOrder } from '#app/orders/service/orders.server.ts'
import { donePath, homePath, minePath, payPath } from '#app/orders/ui/query.ts'
import type { AppContext } from '#app/server/context.server.ts'
import { redirectWithFlash } from '#app/web/http/flash.server.ts'
import { filledWith, readForm, refuseForm } from '#app/web/http/form.server.ts'
import { requireLogin } from '#app/web/http/guard.server.ts'
import { optionalPart } from '#app/web/http/optional-part.server.ts'
import { requirePayments } from '#app/web/http/payments-guard.server.ts'
import { refusePrice } from '#app/web/http/shown-price.server.ts'
import { formOf, startValues } from './values.server.ts'

/** The data of a create form and its initial values. */
export async function loadCreate(kind: OrderKind, { request, context }: LoaderFunctionArgs) {
  await requirePayments(context)
  const user = await requireLogin(context, request)
  const { clock, language } = context
  const [set, own, descriptions] = await Promise.all([
    readSettings(context),
    optionalPart(
      context,
      'last order',
      browseOrders(context, kind, { mine: true, limit: 1 }, user, language),
    ),
    readDescriptions(context, kind, language),
  ])
  const last = own?.items[0]
  return {
    values: startValues({
      userName: [...user.name].slice(0, ORDER_NAME_MAX).join(''),
      tel: user.phone,
      fromAddress: last?.fromAddress ?? '',
      fromZip: last?.fromZip ?? '',
    }),
    /**
     * Created before the first attempt and sent with each, so that a double tap makes one order.
     */
    attemptId: crypto.randomUUID(),
    amount: set[`${kind}BasePrice`],
    earliest: earliestOrderDay(clock.now()),
    latest: latestDay(clock.now()),
    descriptions,
  }
}

const SCHEMAS: { [K in OrderKind]: (at: { now: Instant }) => z.ZodType<DraftOf<K>> } = {
  mail: mailCreateSchema,
  move: moveCreateSchema,
}

/**
 * Makes the order and redirects to its payment, or to the page after it if nothing is due
 * (docs/rules.md#base-price).
 */
export async function answerCreate(kind: OrderKind, { request, context }: ActionFunctionArgs) {
  const user = await requireLogin(context, request)
  const form = await request.formData()
  if (form.get('intent') === 'cancel')
    return cancel(context, user, kind, String(form.get('orderId') ?? ''))
  const now = context.clock.now()
  const schema = SCHEMAS[kind]({ now })
  const passed = await context.shield('orders/create')
  const read = passed.ok ? readForm(context, form, schema) : passed
  if (!read.ok) return refuseForm(context, form, read.error, { cancelled: false })
  const changed = refusePrice(context, form, (await readSettings(context))[`${kind}BasePrice`])
  if (changed) return refuseForm(context, form, changed, { cancelled: false })
  const attemptId = String(form.get('attemptId') || crypto.randomUUID())
  const made = await placeOrder(context, user, kind, read.value, attemptId)
  if (!made.ok) return refuseForm(context, form, made.error, { cancelled: false })
  const { basePaid, id } = made.value
  // As a document: the payment page has its own security policy, and the other one is plain.
  return redirect(basePaid ? donePath(kind, id) : payPath(id), 303)
}

/**
 * Deletes an unpaid order for good and returns the form as it was filled in. It happens here
 * because the deleted order's values are stored nowhere else.
 */
async function cancel(context: AppContext, user: User, kind: OrderKind, id: string) {
  const removed = await removeOrder(context, user, kind, id)
  if (removed.ok)
    return data({ result: filledWith(formOf(removed.value)), cancelled: true }, { status: 200 })
  const { code, params } = removed.error
  if (code === 'notFound')
    return redirectWithFlash(context, homePath(kind), { kind: 'info', key: 'order:done.cancelled' })
  if (code === 'alreadyPaid')
    return redirectWithFlash(context, minePath(kind), {
      kind: 'info',
      key: `errors:${code}`,
      params,
    })
  return redirectWithFlash(context, payPath(id), {
    kind: 'error',
    key: `errors:${code}`,
    params,
  })
}
