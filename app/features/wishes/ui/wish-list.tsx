import { useHref } from '@remix-run/react'
import { useFormat, useLanguage, useT } from '#app/i18n/context.tsx'
import { Button } from '#app/web/ui/button.tsx'
import { Card } from '#app/web/ui/card.tsx'
import { Link } from '#app/web/ui/link.tsx'
import { ridesOf, timesOf } from './words.ts'

export type ListedWish = {
  id: string
  tripType: 'PICKUP' | 'DROPOFF'
  airportName: { zh: string; en: string }
  fromAt: number
  toAt: number
  people: number
  /** The cars that fit it, with the way to join each. */
  cars: { id: string; carpoolAt: number; free: number; joinTo: string }[]
}

/** A student's own wishes, each with the cars that fit it and the way to delete it. */
export function WishList({ wishes }: { wishes: ListedWish[] }) {
  return (
    <ul className="flex flex-col gap-3">
      {wishes.map((wish) => (
        <Card as="li" key={wish.id} className="flex flex-col gap-2">
          <OneWish wish={wish} />
        </Card>
      ))}
    </ul>
  )
}

function OneWish({ wish }: { wish: ListedWish }) {
  const t = useT()
  const language = useLanguage()
  const times = timesOf(t, wish)
  const action = useHref('/wishes')
  return (
    <>
      <div className="flex items-start justify-between gap-3">
        <p className="min-w-0">
          <strong className="block first-letter:uppercase">{ridesOf(t, language, wish)}</strong>
          <span className="figures block">{times}</span>
          <span className="text-14 text-muted">{t('wish:people', { count: wish.people })}</span>
        </p>
        <form method="post" action={action}>
          <Button
            type="submit"
            name="delete"
            value={wish.id}
            variant="secondary"
            small
            aria-label={t('wish:deleteAbout', { times })}
          >
            {t('wish:delete')}
          </Button>
        </form>
      </div>
      {wish.cars.length > 0 ? (
        <ul className="flex flex-col">
          {wish.cars.map((car) => (
            <li key={car.id}>
              <Fitting {...car} />
            </li>
          ))}
        </ul>
      ) : (
        <p className="text-14 text-muted">{t('wish:none')}</p>
      )}
    </>
  )
}

function Fitting({ carpoolAt, free, joinTo }: ListedWish['cars'][number]) {
  const t = useT()
  const format = useFormat()
  return (
    <Link to={joinTo} className="flex min-h-11 flex-wrap items-center gap-x-2 text-brand">
      <span className="underline">{t('wish:join', { departure: format.dateTime(carpoolAt) })}</span>
      <span className="text-14 text-muted">{t('wish:free', { count: free })}</span>
    </Link>
  )
}
