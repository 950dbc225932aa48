import { optionalPart } from '#app/http/optional-part.server.ts'
import type { AppContext } from '#app/services/context.server.ts'
import { joinPath } from '#app/services/wishes/wish-words.ts'
import { listOwnWishes } from '#app/services/wishes/wishes.server.ts'
import type { ListedWish } from '#app/ui/wish/wish-list.tsx'

/** The viewer's wishes as pages list them; null if they cannot be read. */
export const readListedWishes = async (
  context: AppContext,
  viewer: Parameters<typeof listOwnWishes>[1],
): Promise<ListedWish[] | null> => {
  const own = await optionalPart(context, 'wishes', listOwnWishes(context, viewer))
  return (
    own?.map(({ id, tripType, airportName, fromAt, toAt, people, cars, ...luggage }) => ({
      id,
      tripType,
      airportName,
      fromAt,
      toAt,
      people,
      cars: cars.map((car) => ({ ...car, joinTo: joinPath(car.id, { people, ...luggage }) })),
    })) ?? null
  )
}
