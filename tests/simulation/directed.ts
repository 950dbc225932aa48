import { BOARD_SCENES } from './directed-boards.ts'
import { CAR_SCENES } from './directed-cars.ts'
import { CORRECTION_SCENES } from './directed-corrections.ts'
import { changeFlights, watchFlights } from './directed-flights.ts'
import { MOVE_SCENES } from './directed-moves.ts'
import { ORDER_SCENES, TRIP_SCENES } from './directed-others.ts'
import { RELEASED_SCENES } from './directed-released.ts'
import { REQUEST_SCENES } from './directed-requests.ts'
import { WAIT_SCENES } from './directed-wait.ts'
import { WISH_SCENES } from './directed-wish.ts'
import type { About, History } from './history.ts'
import { FEWER_SCENES } from './steps-fewer.ts'

type Scene = { name: string; about: About; run(h: History): Promise<unknown> }
const scenesOf = (about: About, scenes: Record<string, Scene['run']>): Scene[] =>
  Object.entries(scenes).map(([name, run]) => ({ name: `scene:${name}`, about, run }))

/**
 * Scenes that chance alone would rarely reach, played in a quiet world; whatever follows then
 * builds on them.
 */
export const SCENES = [
  ...scenesOf('cars', {
    ...CAR_SCENES,
    ...WAIT_SCENES,
    ...RELEASED_SCENES,
    ...FEWER_SCENES,
    changeFlights,
    watchFlights,
    ...MOVE_SCENES,
    ...BOARD_SCENES,
    ...ORDER_SCENES,
    ...WISH_SCENES,
    ...REQUEST_SCENES,
    ...CORRECTION_SCENES,
  }),
  ...scenesOf('trips', TRIP_SCENES),
]

/**
 * Two out of three histories begin with a scene, in rotation, so any few hundred in a row include
 * each of them several times.
 */
export const sceneFor = (seed: number): Scene | undefined =>
  seed % 3 === 0 ? undefined : SCENES[(Math.floor(seed / 3) * 2 + (seed % 3) - 1) % SCENES.length]
