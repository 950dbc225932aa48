import type { MoveChoice, NextCar } from '#app/features/moves/service.server.ts'
import { useFormat, useT } from '#app/i18n/context.tsx'
import { groupStatus } from '#app/i18n/status-words.ts'
import { Button } from '#app/web/ui/button.tsx'
import { Card } from '#app/web/ui/card.tsx'
import { Form } from '#app/web/ui/form.tsx'
import { Link } from '#app/web/ui/link.tsx'

/** Cars with free seats, each with a button that moves the place, or the reason why it cannot. */
export function NextCars({ choice }: { choice: MoveChoice }) {
  return (
    <ul className="flex flex-col gap-3">
      {choice.cars.map((car) => (
        <Card as="li" key={car.id} className="flex flex-col items-start gap-2">
          <OneCar car={car} choice={choice} />
        </Card>
      ))}
    </ul>
  )
}

function OneCar({ car, choice }: { car: NextCar; choice: MoveChoice }) {
  const t = useT()
  const format = useFormat()
  const { at, people, maxPassengers, status, price, refused } = car
  const time = format.dateTime(at)
  const difference = price - choice.price
  const kind = difference === 0 ? 'same' : difference > 0 ? 'more' : 'less'
  const words = {
    price: format.money(price),
    difference: format.money(Math.abs(difference)),
  }
  return (
    <>
      <Link to={`/admin/carpools/${car.id}`} className="figures font-medium underline">
        {time}
      </Link>
      <p>
        {groupStatus(t, 'carpool', status)} ·{' '}
        {t('admin:car.move.seats', { people, max: maxPassengers })}
      </p>
      <p>{t(`admin:car.move.costs.${kind}`, words)}</p>
      {refused ? (
        <p className="text-muted">{t(`errors:moveRefused_${refused}`)}</p>
      ) : (
        <Form method="post">
          <input type="hidden" name="to" value={car.id} />
          <input type="hidden" name="seen" value={choice.seen} />
          <Button type="submit">{t('admin:car.move.submit', { time })}</Button>
        </Form>
      )}
    </>
  )
}
