/** The gallery's path in the API. */
export const PATH = '/api/kaleidoscope-submissions';

/** A picture in the gallery's list, as the server sends it. */
export const aStoredPicture = (id = 'p1') => ({
  id,
  imageUrl: `${PATH}/${id}/image`,
  thumbnailUrl: `${PATH}/${id}/thumbnail`,
  width: 800,
  height: 1000,
  flowerCount: 20,
  exhibit: 'collage',
  createdAt: '2026-11-20T10:00:00.000Z',
});
