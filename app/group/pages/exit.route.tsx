import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { refusedFor } from '#app/carpool/http/place.server.ts'
import { carpoolKind } from '#app/carpool/service/carpool-kind.server.ts'
import { depositWay } from '#app/carpool/ui/deposit-way.ts'
import { type Effect, Effects } from '#app/carpool/ui/effects.tsx'
import { RideLine } from '#app/carpool/ui/ride-line.tsx'
import { readContact } from '#app/catalog/service/site-texts.server.ts'
import { exitClosed, requireTaken } from '#app/group/http/place.server.ts'
import { leaveGroup } from '#app/group/service/groups.server.ts'
import { type PlaceRecord, recordPathOf } from '#app/group/ui/place.ts'
import { PlaceDialog } from '#app/group/ui/place-dialog.tsx'
import { useFormat, useT } from '#app/i18n/context.tsx'
import { inTripWords } from '#app/schemas/issue.ts'
import { tripKind } from '#app/trip/service/trip-kind.server.ts'
import { TripLine } from '#app/trip/ui/trip-line.tsx'
import { refused } from '#app/web/http/form.server.ts'
import { replaceWithFlash } from '#app/web/http/replace-document.server.ts'
import { Car, Clock, CreditCard, Users } from '#app/web/ui/icon.tsx'
import type { PageHandle } from '#app/web/ui/page-meta.tsx'

export const handle: PageHandle<Awaited<ReturnType<typeof loader>>> = {
  title: (t, { place }) => t(wordsOf(place).title),
}

export async function loader(args: LoaderFunctionArgs) {
  const { context } = args
  const { place } = await requireTaken(args)
  return {
    place,
    closed: exitClosed(context, place),
    late: place.kind === 'carpool' && place.private && context.clock.now() >= place.cutoffAt,
    contact: (await readContact(context)).name,
  }
}

/** Leaves the group; the deposit is returned automatically (docs/rules.md#exits). */
export async function action(args: ActionFunctionArgs) {
  const { context } = args
  const { user, place } = await requireTaken(args)
  const left =
    place.kind === 'trip'
      ? await leaveGroup(tripKind, context, user, place.id)
      : await leaveGroup(carpoolKind, context, user, place.id)
  if (!left.ok) {
    const failure = place.kind === 'trip' ? inTripWords(left.error) : left.error
    return refused({ refused: refusedFor(context, failure) }, left.error.code)
  }
  return replaceWithFlash(context, recordPathOf(place), {
    key: wordsOf(place).done,
  })
}

const WORDS = {
  carpool: {
    title: 'account:exit.title',
    which: 'account:exit.which',
    stay: 'account:exit.stay',
    submit: 'account:exit.submit',
    done: 'account:exit.done',
  },
  private: {
    title: 'account:exit.titlePrivate',
    which: 'account:exit.whichPrivate',
    stay: 'account:exit.stayPrivate',
    submit: 'account:exit.submitPrivate',
    done: 'account:exit.donePrivate',
  },
  trip: {
    title: 'trip:exit.title',
    which: 'trip:exit.which',
    stay: 'account:exit.stay',
    submit: 'account:exit.submit',
    done: 'account:exit.done',
  },
} as const

const wordsOf = (place: PlaceRecord) =>
  WORDS[place.kind === 'carpool' && place.private ? 'private' : place.kind]

export default function ExitDialog() {
  const t = useT()
  const { place, closed, late, contact } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const words = wordsOf(place)
  const refusal = answer ? { title: t('account:exit.failed'), text: answer.refused.text } : closed
  return (
    <PlaceDialog
      title={t(words.title)}
      closeTo={recordPathOf(place)}
      which={
        <>
          <span>{t(words.which)}</span>{' '}
          {place.kind === 'trip' ? <TripLine trip={place} /> : <RideLine carpool={place} />}
        </>
      }
      closed={refusal}
      contact={contact}
      keep={t(words.stay)}
      submit={{ label: t(words.submit), busy: t('account:exit.submitting'), variant: 'danger' }}
    >
      <Effects items={useEffects(place, late)} />
    </PlaceDialog>
  )
}

/** The effects of leaving on the money, the seats and the group. */
function useEffects(place: PlaceRecord, late: boolean): Effect[] {
  const t = useT()
  const format = useFormat()
  const { people } = place.party
  const alone = place.currentPassengers <= people
  if (place.kind === 'trip') {
    const money = t('trip:exit.money', { amount: format.money(place.basePrice) })
    const seats = { count: people, time: format.dateTime(place.cutoffAt) }
    return [
      { icon: CreditCard, text: money },
      { icon: Users, text: alone ? t('trip:exit.last') : t('trip:exit.seat', seats) },
    ]
  }
  const seat: Effect = place.private
    ? { icon: Car, text: t('account:exit.lastPrivate') }
    : alone
      ? { icon: Car, text: t('account:exit.last') }
      : { icon: Users, text: t('account:exit.seat') }
  return [
    { icon: CreditCard, text: t(`account:exit.money.${depositWay(place)}`) },
    seat,
    ...(late ? [{ icon: Clock, text: t('account:exit.late') }] : []),
  ]
}
