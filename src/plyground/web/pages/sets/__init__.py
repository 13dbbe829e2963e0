"""Sets of exercises for a class: the students' rooms, the class list, and the teacher's view."""
