import { CAR_SCENES } from './directed-cars.ts'
import { ORDER_SCENES, TRIP_SCENES } from './directed-others.ts'
import type { About, History } from './history.ts'

type Scene = { name: string; about: About; run(h: History): Promise<unknown> }
const scenesOf = (about: About, scenes: Record<string, Scene['run']>): Scene[] =>
  Object.entries(scenes).map(([name, run]) => ({ name: `scene:${name}`, about, run }))

/**
 * What chance alone would seldom come to, played in a quiet world; what follows then happens to
 * that.
 */
export const SCENES = [
  ...scenesOf('cars', { ...CAR_SCENES, ...ORDER_SCENES }),
  ...scenesOf('trips', TRIP_SCENES),
]

/**
 * Every second history begins with a scene, each with its own in turn: so any few hundred in a row
 * have all of them.
 */
export const sceneFor = (seed: number): Scene | undefined =>
  seed % 2 === 0 ? SCENES[(seed / 2) % SCENES.length] : undefined
