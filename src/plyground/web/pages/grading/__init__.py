"""The teacher's room in which students' code is graded."""
