/** The history state of a dialog that was opened from its page: closing it goes back. */
export const FROM_PAGE = { dialogFromPage: true }
