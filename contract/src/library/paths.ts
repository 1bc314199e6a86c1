import type { PathSpec } from '../path-spec.ts'

/**
 * Calls about contents that open to the owner of a token. Paths as the specification spells them;
 * the reader's and the player's own calls are under `ebooks`, `videos` and `video-…`.
 */
export const libraryPaths = {
  listContents: { method: 'GET', path: '/api/v1/drm/contents', auth: 'optional' },
  listOwnerContents: { method: 'GET', path: '/api/v1/drm/owner-content/:itemId', auth: 'optional' },
  showViewerUrl: { method: 'GET', path: '/api/v1/drm/ebook-viewer-url/:ownerContentId', auth: 'member' },
  showEbook: { method: 'GET', path: '/api/v1/drm/ebooks/:ownerContentId', auth: 'member' },
  keepPlace: { method: 'PUT', path: '/api/v1/drm/ebooks/:ownerContentId/place', body: 'json', auth: 'member' },
  showEbookPage: { method: 'GET', path: '/api/v1/drm/ebook-page', auth: 'none' },
  reserveVideo: { method: 'POST', path: '/api/v1/drm/video/reserve', body: 'json', auth: 'member' },
  showVideo: { method: 'GET', path: '/api/v1/drm/video', auth: 'optional' },
  showVideoPlaylist: { method: 'GET', path: '/api/v1/drm/video-playlist', auth: 'none' },
  showVideoKey: { method: 'GET', path: '/api/v1/drm/video-key', auth: 'none' },
  showVideoSegment: { method: 'GET', path: '/api/v1/drm/video-segment', auth: 'none' },
  showVideoCaptions: { method: 'GET', path: '/api/v1/drm/video-captions', auth: 'none' },
  keepVideoPlace: { method: 'PUT', path: '/api/v1/drm/videos/:ownerContentId/place', body: 'json', auth: 'member' },
  listSerialContentUris: { method: 'GET', path: '/api/v1/items/:itemId/serial-content-uris', auth: 'member' },
  showContentUrisOfSerial: {
    method: 'GET',
    path: '/api/v1/items/:itemId/serial-content-uris/:serialNumber',
    auth: 'member',
  },
} as const satisfies Record<string, PathSpec>
