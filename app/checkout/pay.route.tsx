import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { data } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { readSettings } from '#app/catalog/service/settings.server.ts'
import { offerFor } from '#app/payments/rules/payment.ts'
import { refused } from '#app/web/http/form.server.ts'
import { isInApp } from '#app/web/http/in-app.server.ts'
import { replaceDocument } from '#app/web/http/replace-document.server.ts'
import type { PageHandle } from '#app/web/ui/page-meta.tsx'
import { AgainSheet } from './again-sheet.tsx'
import { BalanceSheet } from './balance-sheet.tsx'
import { requireCharge } from './charge.server.ts'
import { NothingToPay } from './nothing-to-pay.tsx'
import { NoOrder, OrderSheet } from './order-sheet.tsx'
import { PointsDialog } from './points-dialog.tsx'
import { RequestSheet } from './request-sheet.tsx'
import { SeatSheet } from './seat-sheet.tsx'
import { pageAfter, startCharge } from './start.server.ts'
import { TripBalanceSheet } from './trip-balance-sheet.tsx'
import { TripSheet } from './trip-sheet.tsx'

export const handle: PageHandle = { title: 'pay:title', live: true }

/** The viewer's own charge in its current state. */
export async function loader(args: LoaderFunctionArgs) {
  const { context, request } = args
  const [page, asked] = requireCharge(args)
  const [view, settings] = await Promise.all([
    page.read(asked, new URL(request.url).searchParams),
    readSettings(context),
  ])
  const { publishableKey, jsUrl } = context.config.stripe
  const isHold = 'isHold' in view && view.isHold === true
  const offer = offerFor(settings, isHold, isInApp(request))
  const provider = { publishableKey, jsUrl, isHold, ...offer }
  const shown = { view, provider, now: context.clock.now() }
  return data(shown, { status: view.about === 'noOrder' ? 404 : 200 })
}

/**
 * `confirm`: the browser reports that the bank has agreed; only the bank's own answer counts.
 * `begin`: without scripts, pay with points alone or in another app. `cancel`: give up the payment
 * begun.
 */
export async function action(args: ActionFunctionArgs) {
  const [page, asked] = requireCharge(args)
  const form = await args.request.formData()
  const intent = form.get('intent')
  if (intent === 'cancel' && page.cancel) return page.cancel(asked)
  if (intent === 'begin') return pageAfter(args, await startCharge(args, form))
  const passed = await args.context.shield('checkout/pay')
  if (!passed.ok) await asked.user
  const confirmed = passed.ok ? await page.confirm(asked, form) : passed
  return confirmed.ok ? replaceDocument(confirmed.value) : refused(confirmed, confirmed.error.code)
}

/** The sheet for every charge. */
export default function PayRoute() {
  const { view, ...rest } = useLoaderData<typeof loader>()
  switch (view.about) {
    case 'seat':
      return <SeatSheet {...view} {...rest} />
    case 'again':
      return <AgainSheet {...view} {...rest} />
    case 'balance':
      return view.quote.amount === 0 ? (
        <PointsDialog {...view} />
      ) : (
        <BalanceSheet {...view} {...rest} />
      )
    case 'refused':
      return <NothingToPay {...view} />
    case 'trip':
      return <TripSheet {...view} {...rest} />
    case 'tripBalance':
      return <TripBalanceSheet {...view} {...rest} />
    case 'order':
      return <OrderSheet {...view} {...rest} />
    case 'request':
      return <RequestSheet {...view} {...rest} />
    case 'noOrder':
      return <NoOrder {...view} />
  }
}
