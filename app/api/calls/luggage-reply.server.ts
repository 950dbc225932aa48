import { forLuggage, LUGGAGE } from '#app/domain/luggage.ts'
import { intLike } from '#app/schemas/common.server.ts'

/** Luggage, the same in every reply; `luggageOf` fills it. */
export const luggageReply = forLuggage((kind) => intLike(LUGGAGE[kind].usual))
