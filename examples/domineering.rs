//! Domineering in Rust for Zermelo's engine: MAX places vertical dominoes, MIN horizontal ones; a player who cannot move loses.
//!
//!     rustc --edition 2021 -O --crate-type cdylib domineering.rs -o domineering.so
//!     zermelo solve ./domineering.so
//!
//! The structs follow zermelo/foreign.h. No function panics: a panic must not cross into C.
use std::ffi::{c_char, c_void};
use std::mem::size_of;

const SIDE: u32 = 5;

#[repr(C)]
struct View {
    player: i32,
    over: i32,
    utility: i32,
}

#[repr(C)]
struct Game {
    version: u32,
    size: u32,
    state_size: u32,
    most_moves: u32,
    scale: u32,
    players: u32,
    name: *const c_char,
    start: extern "C" fn(*mut Position) -> i32,
    view: extern "C" fn(&Position, &mut View) -> i32,
    moves: extern "C" fn(&Position, *mut i32, &mut i32) -> i32,
    play: extern "C" fn(&mut Position, i32, &mut View) -> i32,
    evaluate: Option<extern "C" fn(&Position, &mut i32) -> i32>,
    key: *const c_void,
    rank: *const c_void,
    write_state: *const c_void,
    write_move: *const c_void,
    chances: *const c_void,
    payoffs: *const c_void,
}

// The table is never changed.
unsafe impl Sync for Game {}

/// The covered squares as bits, row by row, and the player to move.
#[repr(C)]
struct Position {
    covered: u64,
    player: u64,
}

impl Position {
    /// The second square of this player's domino whose first square is given.
    fn domino(&self, player: u64, square: u32) -> Option<u64> {
        let step = if player == 0 { SIDE } else { 1 };
        if step == 1 && square % SIDE == SIDE - 1 || square + step >= SIDE * SIDE {
            return None;
        }
        let both = 1u64 << square | 1u64 << (square + step);
        (self.covered & both == 0).then_some(both)
    }

    fn places(&self, player: u64) -> i32 {
        (0..SIDE * SIDE).filter(|&square| self.domino(player, square).is_some()).count() as i32
    }
}

extern "C" fn start(state: *mut Position) -> i32 {
    unsafe { state.write(Position { covered: 0, player: 0 }) };
    0
}

extern "C" fn view(state: &Position, view: &mut View) -> i32 {
    view.player = state.player as i32;
    view.over = (state.places(state.player) == 0) as i32;
    view.utility = if state.player == 0 { -1 } else { 1 };
    0
}

extern "C" fn moves(state: &Position, moves: *mut i32, count: &mut i32) -> i32 {
    let mut number = 0;
    for square in (0..SIDE * SIDE).filter(|&square| state.domino(state.player, square).is_some()) {
        unsafe { moves.add(number).write(square as i32) };
        number += 1;
    }
    *count = number as i32;
    0
}

extern "C" fn play(state: &mut Position, square: i32, after: &mut View) -> i32 {
    if !(0..(SIDE * SIDE) as i32).contains(&square) {
        return 1;
    }
    match state.domino(state.player, square as u32) {
        Some(both) => {
            state.covered |= both;
            state.player ^= 1;
            view(state, after)
        }
        None => 1,
    }
}

/// The number of MAX's moves minus the number of MIN's.
extern "C" fn evaluate(state: &Position, value: &mut i32) -> i32 {
    *value = state.places(0) - state.places(1);
    0
}

static GAME: Game = Game {
    version: 3,
    size: size_of::<Game>() as u32,
    state_size: size_of::<Position>() as u32,
    most_moves: SIDE * (SIDE - 1),
    scale: 1,
    players: 2,
    name: b"Domineering in Rust\0".as_ptr() as *const c_char,
    start,
    view,
    moves,
    play,
    evaluate: Some(evaluate),
    key: std::ptr::null(),
    rank: std::ptr::null(),
    write_state: std::ptr::null(),
    write_move: std::ptr::null(),
    chances: std::ptr::null(),
    payoffs: std::ptr::null(),
};

#[no_mangle]
pub extern "C" fn zermelo_find_game() -> *const c_void {
    &GAME as *const Game as *const c_void
}
