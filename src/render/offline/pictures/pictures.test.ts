import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { placeholderDocument, placeholderFor } from './index.js';

const picture = (address: string) => placeholderFor({ url: new URL(address), type: 'image' });

async function sizeOf(address: string): Promise<[number, number]> {
  const { width, height } = await sharp((await picture(address)).body).metadata();
  return [width, height];
}

describe('a placeholder picture', () => {
  it.each<[string, number, number]>([
    ['https://images.unsplash.com/photo-1506744038136-46273834b3fb?w=1200&q=80', 1200, 800],
    [
      'https://images.unsplash.com/photo-1506744038136-46273834b3fb?auto=format&fit=crop&w=400&h=400',
      400,
      400,
    ],
    ['https://images.unsplash.com/photo-1506744038136-46273834b3fb?h=600&dpr=2', 1800, 1200],
    ['https://source.unsplash.com/800x600/?nature,water', 800, 600],
    ['https://source.unsplash.com/random/640x480', 640, 480],
    ['https://picsum.photos/800/600', 800, 600],
    ['https://picsum.photos/200', 200, 200],
    ['https://picsum.photos/200.webp', 200, 200],
    ['https://picsum.photos/id/237/800/600.jpg?random=1', 800, 600],
    ['https://picsum.photos/id/237/300', 300, 300],
    ['https://picsum.photos/seed/42/320/240?grayscale', 320, 240],
    ['https://placehold.co/600x400/1a1a1a/ffffff/png?text=800x100', 600, 400],
    ['https://placehold.co/400', 400, 400],
    ['https://via.placeholder.com/150/771796', 150, 150],
    ['https://via.placeholder.com/300x200.png?text=Photo', 300, 200],
    ['https://dummyimage.com/640x360/000/fff&text=a', 640, 360],
    ['https://fakeimg.pl/350x200/?text=Hi', 350, 200],
    ['https://fakeimg.pl/300/', 300, 300],
    ['https://placekitten.com/g/200/300', 200, 300],
    ['https://loremflickr.com/320/240/dog?lock=7', 320, 240],
    ['https://lorempixel.com/400/200/sports/1', 400, 200],
    ['https://placebear.com/640/480', 640, 480],
    ['https://i.pravatar.cc/150?img=3', 150, 150],
    ['https://i.pravatar.cc', 80, 80],
    ['https://ui-avatars.com/api/?name=Ada+Lovelace&size=128', 128, 128],
    ['https://ui-avatars.com/api/?name=Ada', 64, 64],
    ['https://robohash.org/kallos?size=200x200', 200, 200],
    ['https://robohash.org/kallos', 300, 300],
    ['https://randomuser.me/api/portraits/women/44.jpg', 128, 128],
    ['https://randomuser.me/api/portraits/thumb/men/1.jpg', 48, 48],
    ['https://www.gravatar.com/avatar/205e460b479e2e5b48aec07710c08d50?s=200&d=mp', 200, 200],
    ['https://www.gravatar.com/avatar/205e460b479e2e5b48aec07710c08d50', 80, 80],
    ['https://avatars.githubusercontent.com/u/9919?v=4', 460, 460],
    ['https://github.com/octocat.png?size=100', 100, 100],
    ['https://api.qrserver.com/v1/create-qr-code/?size=150x150&data=hello', 150, 150],
    ['https://res.cloudinary.com/demo/image/upload/c_fill,w_500,h_250/sample.jpg', 500, 250],
    ['https://assets.imgix.net/unsplash/bridge.jpg?width=640&height=360&auto=format', 640, 360],
    ['https://images.pexels.com/photos/1/a.jpeg?auto=compress&cs=tinysrgb&w=1260&h=750&dpr=2', 2520, 1500],
    ['https://flagcdn.com/w320/us.png', 320, 213],
    ['https://flagcdn.com/16x12/us.png', 16, 12],
    ['https://flagsapi.com/US/flat/64.png', 64, 64],
    ['https://img.youtube.com/vi/dQw4w9WgXcQ/maxresdefault.jpg', 1280, 720],
    ['https://image.tmdb.org/t/p/w500/abc.jpg', 500, 750],
    ['https://upload.wikimedia.org/wikipedia/commons/thumb/a/a9/X.jpg/600px-X.jpg', 600, 400],
    ['https://lh3.googleusercontent.com/a/abc=s96-c', 96, 96],
    ['https://maps.googleapis.com/maps/api/staticmap?center=Paris&zoom=13&size=600x300', 600, 300],
    ['https://tile.openstreetmap.org/12/2138/1420.png', 256, 256],
    ['https://a.basemaps.cartocdn.com/light_all/12/2138/1420@2x.png', 512, 512],
    ['https://api.mapbox.com/styles/v1/mapbox/dark-v11/tiles/512/3/4/2?access_token=x', 512, 512],
    ['https://mt1.google.com/vt/lyrs=m&x=1&y=2&z=3', 256, 256],
    ['https://server.arcgisonline.com/ArcGIS/rest/services/World_Imagery/MapServer/tile/3/2/4', 256, 256],
  ])('of %s has %i x %i px', async (address, width, height) => {
    expect(await sizeOf(address)).toEqual([width, height]);
  });

  it.each([
    'https://example.org/photo.jpg',
    'https://example.org/album/12/34/56.jpg',
    'https://example.org/photo.jpg?w=0&h=-5',
    'https://example.org/photo.jpg?size=large&v=3',
    'https://images.unsplash.com/photo-1506744038136-46273834b3fb',
    'https://picsum.photos/0/0',
    `https://picsum.photos/${'9'.repeat(400)}/10`,
    'https://example.org/photo.jpg?s=3',
  ])('of %s, whose address tells nothing, is 300 x 200', async (address) => {
    expect(await sizeOf(address)).toEqual([300, 200]);
  });

  it('keeps its proportions when more is asked than anyone can mean', async () => {
    expect(await sizeOf('https://picsum.photos/100000/100000')).toEqual([3464, 3464]);
    expect(await sizeOf('https://picsum.photos/100000/1000')).toEqual([5000, 50]);
    expect(await sizeOf('https://picsum.photos/1/999999')).toEqual([1, 5000]);
    expect(await sizeOf('https://example.org/a.png?w=999999999')).toEqual([300, 200]);
  });

  it('is a small grey PNG, the same every time', async () => {
    const one = await picture('https://picsum.photos/801/601');
    expect(one).toMatchObject({ fate: 'placeholder', contentType: 'image/png' });
    expect(one.body.byteLength).toBeLessThan(4000);
    const { data } = await sharp(one.body).toColourspace('srgb').raw().toBuffer({ resolveWithObject: true });
    expect([...data.subarray(0, 3)]).toEqual([180, 180, 180]);
    expect([...data.subarray(-3)]).toEqual([140, 140, 140]);
    // More sizes than are kept, so that it is drawn anew.
    for (let width = 1; width <= 300; width++) await picture(`https://picsum.photos/${width}/2`);
    const again = await picture('https://placehold.co/801x601');
    expect(again.body).not.toBe(one.body);
    expect(Buffer.compare(again.body, one.body)).toBe(0);
  });

  it.each([
    ['https://example.org/logo.svg', 300, 200],
    ['https://api.dicebear.com/7.x/avataaars/svg?seed=Felix', 128, 128],
    ['https://api.dicebear.com/7.x/bottts/svg?seed=a&size=64', 64, 64],
    ['https://flagcdn.com/us.svg', 300, 200],
    ['https://cdn.simpleicons.org/react/61DAFB', 24, 24],
  ])('of %s is an SVG', async (address, width, height) => {
    const { contentType, body } = await picture(address);
    expect(contentType).toBe('image/svg+xml; charset=utf-8');
    expect(await sharp(body).metadata()).toMatchObject({ format: 'svg', width, height });
  });

  it('is even for map tiles, so that they make one ground', async () => {
    const { body } = await picture('https://tile.openstreetmap.org/12/2138/1420.png');
    const { channels } = await sharp(body).stats();
    expect(channels[0]).toMatchObject({ min: 0xdd, max: 0xdd });
  });
});

it('a placeholder document has no content', () => {
  const { contentType, body } = placeholderDocument();
  expect(contentType).toBe('text/html; charset=utf-8');
  expect(new TextDecoder().decode(body)).not.toContain('<body');
});
