// The engines that tests/bench/balls.mjs times, each behind `{ step(), free() }`, from one scene in the solver's own px and
// ticks. The two other engines get balls with a radius of half a meter, no friction, no sleep, and their default iterations.
import { readFile } from 'node:fs/promises';

const BALL_RESTITUTION = 0.9;
const WALL_RESTITUTION = 0.8;
const TICKS_PER_SECOND = 60;
const RADIUS_METERS = 0.5;

/** Center and half size of the four walls, in px. */
function wallsOf({ width, height, radius }) {
  const thick = 20 * radius;
  return [
    [width / 2, height + thick / 2, width / 2 + thick, thick / 2],
    [width / 2, -thick / 2, width / 2 + thick, thick / 2],
    [-thick / 2, height / 2, thick / 2, height / 2 + thick],
    [width + thick / 2, height / 2, thick / 2, height / 2 + thick],
  ];
}

export function ours(model) {
  return (scene) => {
    const balls = model.createBalls(scene.width, scene.height, () => 0.5, scene.count);
    balls.x.set(scene.x);
    balls.y.set(scene.y);
    balls.vx.set(scene.vx);
    balls.vy.set(scene.vy);
    balls.work.maxDisplacement = Infinity;
    model.setGravity(balls, 0, scene.gravity);
    return {
      step() {
        balls.quietTicks = 0; // A sleeping pile would cost nothing.
        model.step(balls);
      },
      free() {},
    };
  };
}

export async function box2d() {
  // The SIMD build is the fastest; the package's entry point chooses another one on pages without cross-origin isolation.
  const folder = new URL('./deluxe/', import.meta.resolve('box2d3-wasm'));
  const { default: create } = await import(new URL('Box2D.deluxe.mjs', folder).href);
  const B = await create({ wasmBinary: await readFile(new URL('Box2D.deluxe.wasm', folder)) });
  const vector = (x, y) => {
    const made = new B.b2Vec2();
    made.Set(x, y);
    return made;
  };
  return (scene) => {
    const scale = RADIUS_METERS / scene.radius;
    const perSecond = scale * TICKS_PER_SECOND;
    const definition = B.b2DefaultWorldDef();
    definition.gravity = vector(0, scene.gravity * TICKS_PER_SECOND * perSecond);
    definition.enableSleep = false;
    const world = B.b2CreateWorld(definition);
    const ground = B.b2CreateBody(world, B.b2DefaultBodyDef());
    const wall = B.b2DefaultShapeDef();
    wall.material.friction = 0;
    wall.material.restitution = WALL_RESTITUTION;
    for (const [x, y, halfWidth, halfHeight] of wallsOf(scene)) {
      const box = B.b2MakeOffsetBox(halfWidth * scale, halfHeight * scale, vector(x * scale, y * scale), B.b2MakeRot(0));
      B.b2CreatePolygonShape(ground, wall, box);
    }
    const body = B.b2DefaultBodyDef();
    body.type = B.b2BodyType.b2_dynamicBody;
    body.enableSleep = false;
    const shape = B.b2DefaultShapeDef();
    shape.material.friction = 0;
    shape.material.restitution = BALL_RESTITUTION;
    shape.density = 1;
    const circle = new B.b2Circle();
    circle.center = vector(0, 0);
    circle.radius = RADIUS_METERS;
    for (let i = 0; i < scene.count; i += 1) {
      const place = vector(scene.x[i] * scale, scene.y[i] * scale);
      const velocity = vector(scene.vx[i] * perSecond, scene.vy[i] * perSecond);
      body.position = place;
      body.linearVelocity = velocity;
      B.b2CreateCircleShape(B.b2CreateBody(world, body), shape, circle);
      place.delete();
      velocity.delete();
    }
    return { step: () => B.b2World_Step(world, 1 / TICKS_PER_SECOND, 4), free: () => B.b2DestroyWorld(world) };
  };
}

export async function rapier() {
  const { default: R } = await import('@dimforge/rapier2d-compat');
  // Its start-up code warns about a deprecated call that it makes itself.
  const { warn } = console;
  console.warn = () => {};
  await R.init();
  console.warn = warn;
  return (scene) => {
    const scale = RADIUS_METERS / scene.radius;
    const perSecond = scale * TICKS_PER_SECOND;
    const world = new R.World({ x: 0, y: scene.gravity * TICKS_PER_SECOND * perSecond });
    world.timestep = 1 / TICKS_PER_SECOND;
    for (const [x, y, halfWidth, halfHeight] of wallsOf(scene)) {
      world.createCollider(
        R.ColliderDesc.cuboid(halfWidth * scale, halfHeight * scale)
          .setTranslation(x * scale, y * scale)
          .setFriction(0)
          .setRestitution(WALL_RESTITUTION)
          .setRestitutionCombineRule(R.CoefficientCombineRule.Min),
      );
    }
    for (let i = 0; i < scene.count; i += 1) {
      const body = world.createRigidBody(
        R.RigidBodyDesc.dynamic()
          .setTranslation(scene.x[i] * scale, scene.y[i] * scale)
          .setLinvel(scene.vx[i] * perSecond, scene.vy[i] * perSecond)
          .setCanSleep(false),
      );
      world.createCollider(R.ColliderDesc.ball(RADIUS_METERS).setFriction(0).setRestitution(BALL_RESTITUTION), body);
    }
    return { step: () => world.step(), free: () => world.free() };
  };
}
