/** Side in px of the square preview images of shared links (scripts/share-images.ts). */
export const SHARE_IMAGE_PX = 600
