/** Side of the square pictures that a shared link is shown with (scripts/share-images.ts). */
export const SHARE_IMAGE_PX = 600
