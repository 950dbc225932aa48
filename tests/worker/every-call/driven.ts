import { hours } from '#app/domain/limits.ts'
import { assign } from '#tests/worker/assign.ts'
import { carOf } from '#tests/worker/carpool/kit.ts'
import { completeCar, goTo, payBalance } from '#tests/worker/carpool/life.ts'
import { newStudent, services } from '#tests/worker/orders/kit.ts'

/** A car that leaves in two hours; returns the secret of its driver's link. */
export async function assignedCar(): Promise<string> {
  const { carpoolId, seats } = await completeCar([await newStudent(), await newStudent()])
  for (const seat of seats) await payBalance(seat)
  const { carpoolAt } = await carOf(carpoolId)
  await goTo(carpoolAt - hours(2))
  await assign(carpoolId)
  const drive = await services.drive()
  return drive.links(carpoolId, { id: 'ride_one', version: 1 }).en.split(/\/drive\/|\?/)[1] ?? ''
}
