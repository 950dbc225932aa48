import type { Language } from '#app/i18n/languages.ts'

/** Side in px of the square preview images of links (scripts/share-images.ts). */
export const SHARE_IMAGE_PX = 600

/** How many people a car can lack, each with an image of its own. */
export const MISSING = [1, 2, 3, 4] as const

/** The images: of the product, of cars that lack people, and of trips. */
export const SHARE_IMAGES = [
  'carpool',
  ...MISSING.map((count) => `carpool-${count}` as const),
  'trip',
] as const
export type ShareImage = (typeof SHARE_IMAGES)[number]

/** An image's address without the base path. */
export const imagePath = (image: ShareImage, language: Language) =>
  `/images/share-${image}-${language}.png`
