/** A poster's size in pixels: 3:4, which group chats and Moments show uncropped. */
export const POSTER = { width: 1080, height: 1440 }
/** The id of the poster's picture, and of the link that saves it. */
export const POSTER_ID = 'poster'
export const POSTER_SAVE_ID = 'poster-save'
