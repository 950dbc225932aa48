import { joinPath } from '#app/features/wishes/rules/notices.ts'
import { listOwnWishes } from '#app/features/wishes/service/wishes.server.ts'
import type { ListedWish } from '#app/features/wishes/ui/wish-list.tsx'
import type { AppContext } from '#app/server/context.server.ts'
import { optionalPart } from '#app/web/http/optional-part.server.ts'

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
