import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { closedFor, refusedFor, requirePlace } from '#app/carpool/http/place.server.ts'
import { pricePerPerson } from '#app/carpool/rules/pricing.ts'
import { convertToPrivate } from '#app/carpool/service/carpool-actions.server.ts'
import { type Effect, Effects } from '#app/carpool/ui/effects.tsx'
import { recordPath } from '#app/carpool/ui/paths.ts'
import { RideLine } from '#app/carpool/ui/ride-line.tsx'
import { readContact } from '#app/catalog/service/site-texts.server.ts'
import { depositPartOf, remainderOf } from '#app/group/rules/balance.ts'
import { is } from '#app/group/rules/status.ts'
import { PlaceDialog } from '#app/group/ui/place-dialog.tsx'
import { useFormat, useT } from '#app/i18n/context.tsx'
import { refused } from '#app/web/http/form.server.ts'
import { replaceWithFlash } from '#app/web/http/replace-document.server.ts'
import { Banner } from '#app/web/ui/banner.tsx'
import { CreditCard, Lock, Tag } from '#app/web/ui/icon.tsx'
import type { PageHandle } from '#app/web/ui/page-meta.tsx'

export const handle: PageHandle = { title: 'account:convert.title' }

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { record } = await requirePlace(context, request, params.participantId)
  const price = pricePerPerson(record.prices, 1)
  return {
    record,
    price,
    taken: depositPartOf(price),
    left: remainderOf(price),
    closed: closedFor(context, record, 'convertToPrivate'),
    contact: (await readContact(context)).name,
  }
}

/**
 * Turns a place in a group that did not fill into a private car
 * (docs/rules.md#conversion-to-private-cars); redirects to the new car's record.
 */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const { user, record } = await requirePlace(context, request, params.participantId)
  const converted = await convertToPrivate(context, user, record.id)
  if (!converted.ok)
    return refused(
      {
        refused: refusedFor(context, converted.error),
        // The deadline may have passed while the student was reading.
        closed: closedFor(context, record, 'convertToPrivate'),
      },
      converted.error.code,
    )
  return replaceWithFlash(context, recordPath(converted.value.participantId), {
    key: is(converted.value.status, 'unpaidCar')
      ? 'account:convert.done'
      : 'account:convert.doneNothing',
  })
}

export default function ConvertDialog() {
  const t = useT()
  const format = useFormat()
  const { record, price, taken, left, closed, contact } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <PlaceDialog
      title={t('account:convert.title')}
      closeTo={recordPath(record.participantId)}
      which={
        <>
          <span>{t('account:convert.which')}</span> <RideLine carpool={record} />
        </>
      }
      failed={
        answer && (
          <div className="passing">
            <Banner tone="danger" role="alert" title={t('account:convert.failed')}>
              {answer.refused.text}
            </Banner>
          </div>
        )
      }
      closed={answer?.closed ?? closed}
      contact={contact}
      keep={t('account:convert.keep')}
      submit={{
        label: t('account:convert.submit', { price: format.money(price) }),
        busy: t('account:convert.submitting'),
      }}
    >
      <Effects items={useTerms({ record, price, taken, left })} />
    </PlaceDialog>
  )
}

type Terms = Pick<
  ReturnType<typeof useLoaderData<typeof loader>>,
  'record' | 'price' | 'taken' | 'left'
>

/** The cost, the paid amount, the rest with its deadline, and how to leave again. */
function useTerms({ record, price, taken, left }: Terms): Effect[] {
  const t = useT()
  const format = useFormat()
  const params = {
    price: format.money(price),
    people: record.party.people,
    taken: format.money(taken),
    deposit: format.money(record.deposit.amount),
    left: format.money(left),
    departure: format.dateTime(record.carpoolAt),
  }
  // With nothing left to pay, the car is paid and its deposit charged as soon as it is made.
  const paid = record.deposit.isValid && left === 0
  const becomes = record.deposit.isValid
    ? left === 0
      ? t('account:convert.becomesNothing', params)
      : t('account:convert.becomes', params)
    : t('account:convert.becomesRepay', params)
  return [
    {
      icon: Tag,
      text: paid ? t('account:convert.nowNothing', params) : t('account:convert.now', params),
    },
    { icon: Lock, text: becomes },
    {
      icon: CreditCard,
      text: paid ? t('account:convert.returnsNothing') : t('account:convert.returns'),
    },
  ]
}
